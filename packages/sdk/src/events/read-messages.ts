/** One message of a stream of server-sent events. */
export interface StreamMessage {
  readonly id: string | null;
  readonly data: string;
}

export interface MessageReading {
  /** Called whenever anything arrives, including a comment. */
  readonly onSign: () => void;
  /** Called when the server sets the delay before a reconnection. */
  readonly onRetry: (milliseconds: number) => void;
  /** Called when the server tells a position without a message: where the stream begins. */
  readonly onPosition: (id: string) => void;
}

/**
 * Parses the messages of a body by the specification of server-sent events. Ignores an incomplete message at the end.
 */
export async function* readMessages(
  body: ReadableStream<Uint8Array>,
  { onSign, onRetry, onPosition }: MessageReading,
): AsyncGenerator<StreamMessage, void, undefined> {
  let id: string | null = null;
  let lines: string[] = [];
  for await (const line of readLines(body, onSign)) {
    const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (line === "") {
      if (lines.length > 0) yield { id, data: lines.join("\n") };
      else if (id !== null) onPosition(id);
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
      // A carriage return at the end may be followed by a line feed in the next piece.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
