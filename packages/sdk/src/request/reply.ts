import type { Answer } from "./answer.ts";

/**
 * The result of a call, which starts immediately. Await it like any promise; `answer()` also returns the headers.
 *
 *     const invoice = await client.invoices.get(id);
 *     const { result, etag } = await client.accounts.get(id).answer();
 */
export class Reply<Result> extends Promise<Result> {
  readonly #answer: Promise<Answer<Result>>;

  constructor(answer: Promise<Answer<Result>>) {
    // This promise never settles itself: `then` delegates to the answer. Otherwise a failed call read only through
    // `answer()` would also cause an unhandled rejection.
    super(() => undefined);
    this.#answer = answer;
  }

  /** `then` returns a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise, and this is how it waits
  override then<Fulfilled = Result, Rejected = never>(
    onFulfilled?: ((result: Result) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#answer.then(({ result }) => result).then(onFulfilled, onRejected);
  }

  /** The result with its status and headers, such as the ETag and the request ID. */
  answer(): Promise<Answer<Result>> {
    return this.#answer;
  }
}
