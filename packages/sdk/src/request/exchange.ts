import { answeredError } from "./answered-error.ts";
import type { Answer, ReadAnswer } from "./answer.ts";
import { connectionError, CounterfoilError } from "./error.ts";

export interface ExchangeOptions {
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly init: RequestInit;
  readonly timeoutMilliseconds: number;
  /** The caller's signal. */
  readonly signal: AbortSignal | null;
}

/** Sends the request once, and reads the response. */
export type Exchange = <Result>(headers: Headers, read: ReadAnswer<Result>) => Promise<Answer<Result>>;

/**
 * Creates a function for one exchange, with its own timeout. Every failure is a `CounterfoilError`, unless the caller's
 * signal was aborted: then it throws the reason of the signal.
 */
export function createExchange({ fetch, url, init, timeoutMilliseconds, signal }: ExchangeOptions): Exchange {
  return async (headers, read) => {
    signal?.throwIfAborted();
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, timeoutMilliseconds);
    signal?.addEventListener("abort", abort);
    let isStream = false;
    try {
      const response = await fetch(url, { ...init, headers, signal: controller.signal });
      if (!response.ok) throw await answeredError(response);
      const result = await read(response);
      // A stream is read later, and must still obey the caller's signal.
      isStream = result instanceof ReadableStream;
      return answerOf(response, result);
    } catch (error) {
      if (error instanceof CounterfoilError) throw error;
      signal?.throwIfAborted();
      if (isLate) throw connectionError("timed_out", `No response in ${timeoutMilliseconds} ms.`, error);
      throw connectionError("connection_failed", `The request failed: ${causeText(error)}`, error);
    } finally {
      clearTimeout(timer);
      if (!isStream) signal?.removeEventListener("abort", abort);
    }
  };
}

function answerOf<Result>({ status, headers }: Response, result: Result): Answer<Result> {
  return {
    result,
    status,
    headers,
    etag: headers.get("ETag"),
    requestId: headers.get("X-Request-Id"),
    isReplayed: headers.get("Idempotent-Replayed") === "true",
  };
}

/** The message of `fetch` is often only that it failed; the cause has the reason. */
function causeText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
