import { queryText } from "./address.ts";
import { type Exchange, createExchange } from "./exchange.ts";
import { backoffMilliseconds, pause, REQUEST_BACKOFF } from "./backoff.ts";
import { CounterfoilError } from "./error.ts";
import type { ClientOptions, RequestOptions } from "./options.ts";
import type { Answer, ReadAnswer } from "./answer.ts";

/** One call of an operation. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: object | undefined;
  /** Sent as JSON; a Blob is sent with its own media type. */
  readonly body?: unknown;
  readonly accept: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options: RequestOptions | undefined;
}

/** Sends requests, and retries them if that is safe and may help. */
export interface Connection {
  send<Result>(request: ApiRequest, read: ReadAnswer<Result>): Promise<Answer<Result>>;
}

const DEFAULT_TIMEOUT_MILLISECONDS = 30_000;
const DEFAULT_RETRIES = 3;
/** A longer Retry-After is not awaited: the call fails with the error. */
const LONGEST_RETRY_AFTER_SECONDS = 60;
/**
 * Statuses that may pass soon. 409 does so only with Retry-After: the server is still processing an identical request.
 */
const PASSING = [429, 502, 503, 504];

export function createConnection(settings: ClientOptions): Connection {
  if (settings.apiKey !== undefined && settings.session === true) {
    throw new TypeError("Set either apiKey or session, not both.");
  }
  const baseUrl = (settings.baseUrl ?? "").replace(/\/+$/, "");

  async function headersOf({ accept, headers, options }: ApiRequest, key: string | null): Promise<Headers> {
    const { apiKey, organizationId } = settings;
    const all = new Headers({ Accept: `${accept}, application/problem+json`, ...settings.headers, ...headers });
    const token = typeof apiKey === "function" ? await apiKey() : apiKey;
    if (token !== undefined) all.set("Authorization", `Bearer ${token}`);
    if (organizationId !== undefined) all.set("Counterfoil-Organization", organizationId);
    if (key !== null) all.set("Idempotency-Key", key);
    // On every method: without the condition, the server could overwrite a change that the caller wanted to protect.
    if (options?.ifMatch !== undefined) all.set("If-Match", options.ifMatch);
    for (const [name, value] of Object.entries(options?.headers ?? {})) all.set(name, value);
    return all;
  }

  return {
    async send(request, read) {
      const { method, body, options } = request;
      // One key for all attempts, so that the server treats them as one request.
      const key = keyOf(request);
      const exchange: Exchange = createExchange({
        fetch: settings.fetch ?? ((input, init) => fetch(input, init)),
        url: baseUrl + request.path + queryText(request.query),
        init: {
          method,
          credentials: settings.session === true ? "include" : "omit",
          ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
        },
        timeoutMilliseconds:
          options?.timeoutMilliseconds ?? settings.timeoutMilliseconds ?? DEFAULT_TIMEOUT_MILLISECONDS,
        signal: options?.signal ?? null,
      });
      const retries = options?.retries ?? settings.retries ?? DEFAULT_RETRIES;
      for (let k = 0; ; k += 1) {
        const headers = await headersOf(request, key);
        if (body !== undefined && !(body instanceof Blob)) headers.set("Content-Type", "application/json");
        try {
          return await exchange(headers, read);
        } catch (error) {
          if (await isAuthorizedNow(error, settings)) {
            k -= 1;
            continue;
          }
          const wait = k < retries ? waitMilliseconds(error, k) : null;
          if (wait === null) throw error;
          await pause(wait, options?.signal);
        }
      }
    },
  };
}

/** GET and PUT are idempotent and need no key. */
function keyOf({ method, options }: ApiRequest): string | null {
  if (method === "GET" || method === "PUT") return null;
  return options?.idempotencyKey === undefined ? crypto.randomUUID() : options.idempotencyKey;
}

/** Whether the caller authenticated after the server refused the request. It counts as no retry. */
async function isAuthorizedNow(error: unknown, { onUnauthorized }: ClientOptions): Promise<boolean> {
  if (!(error instanceof CounterfoilError) || error.code !== "unauthorized") return false;
  return onUnauthorized !== undefined && (await onUnauthorized(error));
}

/** How long to wait before the retry; null if a retry would not help. */
function waitMilliseconds(error: unknown, k: number): number | null {
  if (!(error instanceof CounterfoilError)) return null;
  const { status, retryAfterSeconds } = error;
  const isPassing = status === 0 || PASSING.includes(status) || (status === 409 && retryAfterSeconds !== null);
  if (!isPassing || (retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER_SECONDS) return null;
  return (retryAfterSeconds ?? 0) * 1000 + backoffMilliseconds(REQUEST_BACKOFF, k);
}
