import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";

export const EVENT_STREAM = "text/event-stream";

/** Server-sent events to one reader, as a body that is sent while it is written. */
export interface EventStream {
  readonly body: Readable;
  /** Aborted when the reader has disconnected or the stream has ended. */
  readonly signal: AbortSignal;
  send(id: string, json: string): void;
  /** Tells the reader its position before anything was sent, so that it can continue from there. */
  begin(id: string): void;
  /** False while more was sent than the reader has received. */
  keepsUp(): boolean;
  /** Resolves when the reader has caught up or disconnected. */
  taken(): Promise<void>;
  end(): void;
}

const HEARTBEAT_MILLISECONDS = 15_000;
/** How soon a client reconnects after its connection ended. */
const RETRY_MILLISECONDS = 1_000;
/** How many bytes may be buffered for a reader that keeps up. */
const KEEPING_UP_BYTES = 64 * 1024;

/**
 * Opens a stream. The sender must check whether the reader keeps up before it sends. Regular comments keep proxies from
 * closing an idle connection.
 *
 * @param closing ends the stream when the server closes. A reader that does not read is then disconnected.
 */
export function openEventStream(response: ServerResponse, closing: AbortSignal): EventStream {
  const gone = new AbortController();
  let hasEnded = false;
  let taken = Promise.withResolvers<void>();

  const body = new Readable({
    highWaterMark: KEEPING_UP_BYTES,
    read() {
      taken.resolve();
      taken = Promise.withResolvers();
    },
    destroy(error, done) {
      clearInterval(heartbeat);
      closing.removeEventListener("abort", close);
      gone.abort();
      taken.resolve();
      done(error);
    },
  });
  const heartbeat = setInterval(() => {
    if (body.readableLength === 0 && !hasEnded) body.push(":\n\n");
  }, HEARTBEAT_MILLISECONDS);

  function keepsUp(): boolean {
    return body.readableLength < KEEPING_UP_BYTES;
  }

  function close(): void {
    if (hasEnded) return;
    hasEnded = true;
    const isRead = body.readableLength === 0 && response.writableLength === 0;
    if (isRead) body.push(null);
    else body.destroy();
  }

  closing.addEventListener("abort", close);
  body.push(`retry: ${RETRY_MILLISECONDS}\n\n`);
  if (closing.aborted) close();
  return {
    body,
    signal: gone.signal,
    send(id, json) {
      if (hasEnded || gone.signal.aborted) return;
      body.push(`id: ${id}\ndata: ${json}\n\n`);
    },
    begin(id) {
      if (!hasEnded && !gone.signal.aborted) body.push(`id: ${id}\n\n`);
    },
    keepsUp,
    taken: () => (keepsUp() || gone.signal.aborted ? Promise.resolve() : taken.promise),
    end: close,
  };
}
