import type { AnswerProgress } from "./answer-progress.ts";
import type { CallSize } from "./estimate-tokens.ts";

/** What becomes of an event of a streamed answer. */
export type EventFate = "pass" | "hide" | "last";

/** Reads the answer to one request, as the provider sends it. */
export interface AnswerReader {
  readonly progress: AnswerProgress;
  /** A complete answer, parsed. */
  readWhole(body: unknown): void;
  /**
   * An event of a stream, parsed; null for the end mark `[DONE]`. `last`: the answer is complete. `hide`: the application
   * did not ask for it.
   */
  readEvent(event: unknown): EventFate;
}

/** A request that calls a model. */
export interface MeteredRequest extends CallSize {
  readonly model: string;
  /** Members that are sent instead of those of the application. */
  readonly changes: object;
  /** A new reader for each attempt. */
  readonly openAnswer: () => AnswerReader;
}

/** What differs between the providers' clients. */
export interface Dialect {
  readonly provider: string;
  /** Null if the request calls no model. Throws if its usage cannot be known. */
  read(path: string, body: Readonly<Record<string, unknown>>): MeteredRequest | null;
}
