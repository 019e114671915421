import { CounterfoilError } from "@counterfoil/sdk";
import { wordsOfFaults } from "./faults.ts";

/** Whether there was no answer: the network or the server is unavailable. */
export function isUnreached(error: unknown): boolean {
  return error instanceof CounterfoilError && error.status === 0;
}

/** The reason of an error, in the server's words if there are any, instead of the browser's "Failed to fetch". */
export function reasonOf(error: unknown): string {
  if (error instanceof CounterfoilError && isUnreached(error)) return `${error.title}.`;
  if (error instanceof CounterfoilError && error.errors.length > 0) return wordsOfFaults(error);
  return error instanceof Error ? error.message : String(error);
}
