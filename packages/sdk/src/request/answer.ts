/** A result with the facts about its response. */
export interface Answer<Result> {
  readonly result: Result;
  readonly status: number;
  readonly headers: Headers;
  /** Pass it as `ifMatch` of the next change. */
  readonly etag: string | null;
  readonly requestId: string | null;
  /** True if the server repeated its response to an earlier request with the same idempotency key. */
  readonly isReplayed: boolean;
}

/** Reads the result from a 2xx response. A failure while reading the body counts as a network error and is retried. */
export type ReadAnswer<Result> = (response: Response) => Promise<Result>;
