import type { ErrorCode } from "../generated/types.gen.ts";

/** One member that is wrong, as the server names it. */
export interface Fault {
  /** JSON pointer to it, in the body or among the parameters. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** Codes that the server never answers: nothing came, or nothing that it would send. */
export type ClientErrorCode = "connection_failed" | "timed_out" | "unexpected_answer";

export interface ErrorFacts {
  readonly status: number;
  readonly code: ErrorCode | ClientErrorCode;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly errors: readonly Fault[];
  readonly retryAfterSeconds: number | null;
}

/**
 * Why a call has no result. A refusal of the server carries its problem (RFC 9457); where nothing was answered, `status` is 0.
 *
 *     try { await client.invoices.issue(id); }
 *     catch (error) { if (error instanceof CounterfoilError && error.code === "state_conflict") … }
 */
export class CounterfoilError extends Error {
  override readonly name = "CounterfoilError";
  readonly status: number;
  /** Stable, in snake_case: what to branch on. */
  readonly code: ErrorCode | ClientErrorCode;
  readonly title: string;
  /** Finds the request in the server's log. */
  readonly requestId: string | null;
  /** Every wrong member of the input, not only the first. */
  readonly errors: readonly Fault[];
  readonly retryAfterSeconds: number | null;

  constructor(facts: ErrorFacts, cause?: unknown) {
    const faults = facts.errors.map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`).join("");
    super(`${facts.detail}${faults}`, cause === undefined ? undefined : { cause });
    this.status = facts.status;
    this.code = facts.code;
    this.title = facts.title;
    this.requestId = facts.requestId;
    this.errors = facts.errors;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** What went wrong before there was an answer. */
export function connectionError(code: "connection_failed" | "timed_out", detail: string, cause?: unknown) {
  const title = code === "timed_out" ? "No answer in time" : "The server cannot be reached";
  const facts = { status: 0, code, title, detail, requestId: null, errors: [], retryAfterSeconds: null };
  return new CounterfoilError(facts, cause);
}
