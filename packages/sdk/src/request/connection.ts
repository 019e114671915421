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
  /** Sent as JSON; a Blob as what it says it is. */
  readonly body?: unknown;
  readonly accept: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly options: RequestOptions | undefined;
}

/** Sends requests, again where that is safe and may help. */
export interface Connection {
  send<Result>(request: ApiRequest, read: ReadAnswer<Result>): Promise<Answer<Result>>;
}

const DEFAULT_TIMEOUT_MILLISECONDS = 30_000;
const DEFAULT_RETRIES = 3;
/** Who is told to wait for longer is told so, in place of an answer. */
const LONGEST_RETRY_AFTER_SECONDS = 60;
/** A status that may be another one soon. 409 only says so with Retry-After: a twin of the request is being worked on. */
const PASSING = [429, 502, 503, 504];

export function createConnection(settings: ClientOptions): Connection {
  if (settings.apiKey !== undefined && settings.session === true) {
    throw new TypeError("A client acts by an API key or by a session, not by both.");
  }
  const baseUrl = (settings.baseUrl ?? "").replace(/\/+$/, "");

  async function headersOf({ accept, headers, options }: ApiRequest, key: string | null): Promise<Headers> {
    const { apiKey, organizationId } = settings;
    const all = new Headers({ Accept: `${accept}, application/problem+json`, ...settings.headers, ...headers });
    const token = typeof apiKey === "function" ? await apiKey() : apiKey;
    if (token !== undefined) all.set("Authorization", `Bearer ${token}`);
    if (organizationId !== undefined) all.set("Counterfoil-Organization", organizationId);
    if (key !== null) all.set("Idempotency-Key", key);
    // Wherever the caller asks for it: a condition that is dropped would do what the caller wanted to exclude.
    if (options?.ifMatch !== undefined) all.set("If-Match", options.ifMatch);
    for (const [name, value] of Object.entries(options?.headers ?? {})) all.set(name, value);
    return all;
  }

  return {
    async send(request, read) {
      const { method, body, options } = request;
      // The key is made once: each repetition carries it, and the server knows them for one request.
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
          const wait = k < retries ? waitMilliseconds(error, k) : null;
          if (wait === null) throw error;
          await pause(wait, options?.signal);
        }
      }
    },
  };
}

/** GET and PUT are idempotent by themselves. */
function keyOf({ method, options }: ApiRequest): string | null {
  if (method === "GET" || method === "PUT") return null;
  return options?.idempotencyKey === undefined ? crypto.randomUUID() : options.idempotencyKey;
}

/** How long to wait before the request is sent again; null when that would not help. */
function waitMilliseconds(error: unknown, k: number): number | null {
  if (!(error instanceof CounterfoilError)) return null;
  const { status, retryAfterSeconds } = error;
  const isPassing = status === 0 || PASSING.includes(status) || (status === 409 && retryAfterSeconds !== null);
  if (!isPassing || (retryAfterSeconds ?? 0) > LONGEST_RETRY_AFTER_SECONDS) return null;
  return (retryAfterSeconds ?? 0) * 1000 + backoffMilliseconds(REQUEST_BACKOFF, k);
}
