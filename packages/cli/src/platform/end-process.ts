import type { StopOutcome } from "./stop-within.ts";

/**
 * The exit code of a stopped process. If work was cut off, ends the process here, because nothing else would end it.
 */
export function endProcess(outcome: StopOutcome): number {
  if (outcome === "cut off") process.exit(1);
  return 0;
}
