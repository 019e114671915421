/** A response that says what was wrong (RFC 9457), for any framework. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
}

const PROBLEM_TYPE = "application/problem+json";
/** Billing data and refusals are true only at the moment of the response. */
export const NO_STORE = "no-store";

export function problemResponse(problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { "Content-Type": PROBLEM_TYPE, "Cache-Control": NO_STORE, ...headers },
  });
}
