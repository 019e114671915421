/** The body of a request is larger than the handler accepts. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/** Reads the exact bytes of a body, and stops as soon as there are more than allowed. */
export async function readBody(
  chunks: AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array> | null,
  largestBytes: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of iterate(chunks)) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    length += bytes.length;
    refuseLarger(length, largestBytes);
    parts.push(bytes);
  }
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

export function refuseLarger(length: number, largestBytes: number): void {
  if (length > largestBytes) throw new BodyTooLargeError(`The body is larger than ${largestBytes} bytes.`);
}

/** Streams of browsers and some edge runtimes cannot be iterated. */
async function* iterate(chunks: AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array> | null) {
  if (chunks === null) return;
  if (!("getReader" in chunks)) {
    yield* chunks;
    return;
  }
  const reader = chunks.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
