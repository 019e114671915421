import { CounterfoilError } from "@counterfoil/sdk";

/** The failure of a command with `--json`, on one line: `{"error": {"message": …, "exitCode": …, "code": …}}`. */
export function failureJson(error: unknown, exitCode: number): string {
  const message = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof CounterfoilError)) return JSON.stringify({ error: { message, exitCode } });
  const { code, status, requestId, errors } = cause;
  return JSON.stringify({ error: { message, exitCode, code, status, requestId, errors } });
}
