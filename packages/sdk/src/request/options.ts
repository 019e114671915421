import type { CounterfoilError } from "./error.ts";

/** The server's address, the credentials, and the behavior of requests. */
export interface ClientOptions {
  /** `https://billing.example.com`. In a browser, the default is the page's own origin. */
  readonly baseUrl?: string | undefined;
  /** The API key, or a function that returns it before each attempt, so that you can change the key at runtime. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /** In a browser: act as the signed-in person, with the session cookie. */
  readonly session?: boolean | undefined;
  /** With a session: the organization to act for. The default is the one that the person selected last. */
  readonly organizationId?: string | undefined;
  /**
   * Milliseconds that one attempt may take, including the response body; 30,000 by default. A stream only has to start
   * in time.
   */
  readonly timeoutMilliseconds?: number | undefined;
  /** How often a failed request is retried; 3 by default. */
  readonly retries?: number | undefined;
  /** Headers sent with each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Called when the server does not accept the key or the session (401 `unauthorized`), for example to ask the person to sign in. If it
   * resolves to true, the client sends the same request again. Otherwise the call fails with the error.
   */
  readonly onUnauthorized?: ((error: CounterfoilError) => Promise<boolean>) | undefined;
}

/** Options of a single call. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMilliseconds?: number | undefined;
  readonly retries?: number | undefined;
  /**
   * POST, PATCH and DELETE have a random key by default. With your own key, a restarted process can repeat a request.
   * Null sends no key: use it only if repeating the request has no further effect.
   */
  readonly idempotencyKey?: string | null | undefined;
  /**
   * The ETag that you read. The call fails with 412 if the resource has changed since, or if the operation accepts no
   * condition.
   */
  readonly ifMatch?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
