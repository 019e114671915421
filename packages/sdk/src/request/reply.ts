import type { Answer } from "./answer.ts";

/**
 * The result of a call, which is under way from the start. To be awaited like any promise; `answer()` tells the headers as well.
 *
 *     const invoice = await client.invoices.get(id);
 *     const { result, etag } = await client.accounts.get(id).answer();
 */
export class Reply<Result> extends Promise<Result> {
  readonly #answer: Promise<Answer<Result>>;

  constructor(answer: Promise<Answer<Result>>) {
    // Settled by nobody: whoever waits, waits for the answer. So one that only `answer()` looks at fails in one place, not in two.
    super(() => undefined);
    this.#answer = answer;
  }

  /** What follows on a reply is a plain promise. */
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

  /** The result with its status and headers: ETag, request id. */
  answer(): Promise<Answer<Result>> {
    return this.#answer;
  }
}
