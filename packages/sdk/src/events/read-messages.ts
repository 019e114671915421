/** One message of a stream of server-sent events. */
export interface StreamMessage {
  readonly id: string | null;
  readonly data: string;
}

export interface MessageReading {
  /** Called whenever anything comes, a comment as well. */
  readonly onSign: () => void;
  /** The server says how soon to come back. */
  readonly onRetry: (milliseconds: number) => void;
}

/** The messages of a body, as the specification of server-sent events reads them. What the body ends within is left out. */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  { onSign, onRetry }: MessageReading,
): AsyncGenerator<StreamMessage, void, undefined> {
  let id: string | null = null;
  let lines: string[] = [];
  for await (const line of readLines(body, onSign)) {
    const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (line === "") {
      if (lines.length > 0) yield { id, data: lines.join("\n") };
      lines = [];
    } else if (field === "data") lines.push(value);
    else if (field === "id" && !value.includes("\0")) id = value;
    else if (field === "retry" && /^\d{1,9}$/.test(value)) onRetry(Number(value));
  }
}

async function* readLines(
  body: ReadableStream<Uint8Array>,
  onSign: () => void,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      onSign();
      rest += decoder.decode(value, { stream: true });
      // A carriage return at the end may be half of a line's end.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
