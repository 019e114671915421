const BOUNDARY = /\r\n\r\n|\n\n|\r\r/;

/** An event as it was sent, including the empty line that ends it. */
export interface SentEvent {
  readonly text: string;
  /** Null if the event has no data, such as a comment that keeps the connection open. */
  readonly data: string | null;
}

/** Splits a stream of server-sent events, wherever its chunks end. */
export class EventSplitter {
  readonly #decoder = new TextDecoder();
  #rest = "";

  /** The events that the chunk completes. */
  take(chunk: Uint8Array): SentEvent[] {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    const events: SentEvent[] = [];
    for (let found = BOUNDARY.exec(this.#rest); found !== null; found = BOUNDARY.exec(this.#rest)) {
      const end = found.index + found[0].length;
      events.push(sentEvent(this.#rest.slice(0, end)));
      this.#rest = this.#rest.slice(end);
    }
    return events;
  }

  /** What follows the last boundary; usually nothing. */
  end(): SentEvent {
    const text = this.#rest + this.#decoder.decode();
    this.#rest = "";
    return sentEvent(text);
  }
}

function sentEvent(text: string): SentEvent {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  const data = lines.map((line) => line.slice("data:".length).replace(/^ /, "")).join("\n");
  return { text, data: lines.length === 0 ? null : data };
}
