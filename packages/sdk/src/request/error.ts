import type { ErrorCode } from "../generated/types.gen.ts";

/** A fault of one member of the input. */
export interface Fault {
  /** A JSON pointer into the body or the parameters. */
  readonly pointer: string;
  readonly code: string;
  readonly detail: string;
}

/** Codes of the client itself: there was no response, or one that Counterfoil does not send. */
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
 * Why a call failed. For an error from the server, it contains the members of the problem (RFC 9457). Without a
 * response, `status` is 0.
 *
 *     try { await client.invoices.issue(id); }
 *     catch (error) { if (error instanceof CounterfoilError && error.code === "state_conflict") … }
 */
export class CounterfoilError extends Error {
  override readonly name = "CounterfoilError";
  readonly status: number;
  /** A stable code in snake_case. Branch on it. */
  readonly code: ErrorCode | ClientErrorCode;
  readonly title: string;
  /** The ID of the request in the server's log. */
  readonly requestId: string | null;
  /** Every fault of the input, not only the first. */
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

/** An error that happened before there was a response. */
export function connectionError(code: "connection_failed" | "timed_out", detail: string, cause?: unknown) {
  const title = code === "timed_out" ? "No response in time" : "The server cannot be reached";
  const facts = { status: 0, code, title, detail, requestId: null, errors: [], retryAfterSeconds: null };
  return new CounterfoilError(facts, cause);
}
