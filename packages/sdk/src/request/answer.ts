/** What was answered, beside what it says. */
export interface Answer<Result> {
  readonly result: Result;
  readonly status: number;
  readonly headers: Headers;
  /** For `ifMatch` of the change that follows. */
  readonly etag: string | null;
  readonly requestId: string | null;
  /** True when the answer is that of an earlier request with the same key. */
  readonly isReplayed: boolean;
}

/** Takes the result from a response of 2xx; a fault while the body comes in is one of the network, and is tried again. */
export type ReadAnswer<Result> = (response: Response) => Promise<Result>;
