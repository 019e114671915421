import type { Answer, ReadAnswer } from "./answer.ts";

/**
 * A document: PDF, XML, CSV or an image. The request is sent when you call a method or await it; awaiting is the same
 * as `blob()`.
 */
export class Download implements PromiseLike<Blob> {
  readonly #ask: <Result>(read: ReadAnswer<Result>) => Promise<Answer<Result>>;

  constructor(ask: <Result>(read: ReadAnswer<Result>) => Promise<Answer<Result>>) {
    this.#ask = ask;
  }

  /** The whole document, with its media type. */
  async blob(): Promise<Blob> {
    return (await this.answer()).result;
  }

  async text(): Promise<string> {
    return (await this.#ask((response) => response.text())).result;
  }

  /** The document as a stream, if it is too large for memory. No retries after the stream has started. */
  async stream(): Promise<ReadableStream<Uint8Array>> {
    const read = (response: Response) => Promise.resolve(response.body ?? new Blob([]).stream());
    return (await this.#ask<ReadableStream<Uint8Array>>(read)).result;
  }

  /** The whole document with status and headers. */
  answer(): Promise<Answer<Blob>> {
    return this.#ask((response) => response.blob());
  }

  // oxlint-disable-next-line unicorn/no-thenable -- so that `await client.invoices.getPdf(id)` is the document
  then<Fulfilled = Blob, Rejected = never>(
    onFulfilled?: ((blob: Blob) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.blob().then(onFulfilled, onRejected);
  }
}
