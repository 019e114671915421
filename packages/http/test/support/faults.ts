import type { Answer } from "@counterfoil/testkit/scenario";

/** The faults of a problem: code by pointer. Several codes at one pointer are joined. */
export function faultsOf(answer: Answer): Record<string, string> {
  const errors = (answer.body["errors"] ?? []) as { pointer: string; code: string; detail: string }[];
  const faults: Record<string, string> = {};
  for (const { pointer, code } of errors) faults[pointer] = pointer in faults ? `${faults[pointer]}, ${code}` : code;
  return faults;
}
