import type { StopOutcome } from "./stop-within.ts";

/** The exit code of a process that was stopped. One that something still runs in is ended here: nothing else would end it. */
export function endProcess(outcome: StopOutcome): number {
  if (outcome === "cut off") process.exit(1);
  return 0;
}
