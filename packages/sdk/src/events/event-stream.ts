import { type Backoff, backoffMilliseconds, pause } from "../request/backoff.ts";
import type { Connection } from "../request/connection.ts";
import { CounterfoilError } from "../request/error.ts";
import type { RequestOptions } from "../request/options.ts";
import { readMessages } from "./read-messages.ts";

/** An item of a stream, with its position. */
export interface Streamed<Item> {
  /** Pass it as `lastEventId` to continue after this item. */
  readonly id: string | null;
  readonly data: Item;
}

export interface StreamOptions extends RequestOptions {
  /** Continue after this position. Without it, the stream starts now. */
  readonly lastEventId?: string | undefined;
  /** Called with the position at which the stream begins, if the server tells it, before the first item. */
  readonly onPosition?: ((id: string) => void) | undefined;
  /** Called when the stream is open, and when its connection broke, with the reason if there is one. */
  readonly onState?: ((state: "open" | "reconnecting", reason?: unknown) => void) | undefined;
}

interface StreamSource {
  readonly connection: Connection;
  readonly path: string;
  readonly query: object;
  readonly options: StreamOptions | undefined;
}

/** The server sends a heartbeat every 15 s. After this long without one, the connection is considered dead. */
const LONGEST_SILENCE_MILLISECONDS = 45_000;
const RECONNECT: Backoff = { firstMilliseconds: 1_000, longestMilliseconds: 30_000 };

/**
 * A stream that continues until you leave the loop or abort the signal. If the connection breaks, it reconnects and
 * continues after the last item, so nothing is missed. The stream of notifications also tells where it begins. In other
 * streams, a connection that breaks before the first item can lose items.
 *
 *     for await (const { data } of client.events.tail({ account: "acme" })) console.log(data.uniqueId);
 */
export class EventStream<Item> implements AsyncIterable<Streamed<Item>> {
  readonly #source: StreamSource;

  constructor(source: StreamSource) {
    this.#source = source;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Streamed<Item>, void, undefined> {
    const { options } = this.#source;
    let lastEventId = options?.lastEventId ?? null;
    let failures = 0;
    let retryMilliseconds: number | null = null;
    while (true) {
      const life = new AbortController();
      const end = () => life.abort(options?.signal?.reason);
      options?.signal?.throwIfAborted();
      options?.signal?.addEventListener("abort", end);
      let isOpen = false;
      let silence: ReturnType<typeof setTimeout> | undefined;
      let reason: unknown;
      const onSign = () => {
        failures = 0;
        clearTimeout(silence);
        silence = setTimeout(() => life.abort(), LONGEST_SILENCE_MILLISECONDS);
      };
      try {
        const body = await this.#open(lastEventId, life.signal);
        isOpen = true;
        onSign();
        options?.onState?.("open");
        const onRetry = (milliseconds: number) => (retryMilliseconds = milliseconds);
        const onPosition = (id: string) => {
          lastEventId = id;
          options?.onPosition?.(id);
        };
        for await (const { id, data } of readMessages(body, { onSign, onRetry, onPosition })) {
          const streamed = { id, data: JSON.parse(data) as Item };
          lastEventId = id ?? lastEventId;
          yield streamed;
        }
      } catch (error) {
        options?.signal?.throwIfAborted();
        if (!mayPass(error, isOpen)) throw error;
        failures += 1;
        reason = error;
      } finally {
        clearTimeout(silence);
        options?.signal?.removeEventListener("abort", end);
        life.abort();
      }
      options?.onState?.("reconnecting", reason);
      const backoff = backoffMilliseconds(RECONNECT, Math.max(0, failures - 1));
      await pause(failures === 0 ? (retryMilliseconds ?? backoff) : backoff, options?.signal);
    }
  }

  async #open(lastEventId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const { connection, path, query, options } = this.#source;
    const request = {
      method: "GET",
      path,
      query,
      accept: "text/event-stream",
      ...(lastEventId === null ? {} : { headers: { "Last-Event-ID": lastEventId } }),
      options: { ...options, retries: 0, signal },
    } as const;
    const read = (response: Response) => Promise.resolve(response.body ?? new Blob([]).stream());
    return (await connection.send<ReadableStream<Uint8Array>>(request, read)).result;
  }
}

/** True for an unavailable server or a broken connection. A rejection or malformed JSON would not change on a retry. */
function mayPass(error: unknown, isOpen: boolean): boolean {
  if (error instanceof CounterfoilError) return error.status === 0 || error.status === 429 || error.status >= 500;
  return isOpen && !(error instanceof SyntaxError);
}
