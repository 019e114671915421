/** How the client reaches the server, and as whom. */
export interface ClientOptions {
  /** `https://billing.example.com`; in a browser by default the address that the page came from. */
  readonly baseUrl?: string | undefined;
  /** The API key, or where it is asked for before each attempt, so that it can be changed while the client is in use. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /** In a browser: acts as the person who is signed in, by the session's cookie. */
  readonly session?: boolean | undefined;
  /** Of a session: the organization to act for, where it is not the one that the person turned to last. */
  readonly organizationId?: string | undefined;
  /** How long one attempt may take until its answer is whole; 30 s unless told. A stream only has to begin in that time. */
  readonly timeoutMilliseconds?: number | undefined;
  /** How often a request is sent again after one that failed; 3 unless told. */
  readonly retries?: number | undefined;
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** What one call may say for itself. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMilliseconds?: number | undefined;
  readonly retries?: number | undefined;
  /**
   * POST, PATCH and DELETE have a random one by default. With one of your own, a process that starts again can ask again. Null sends
   * none: only for what has one effect however often it is sent.
   */
  readonly idempotencyKey?: string | null | undefined;
  /** The ETag that was read. 412 when somebody has changed it since, or where the operation takes no condition. */
  readonly ifMatch?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}
