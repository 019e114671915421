import { CounterfoilError } from "@counterfoil/sdk";

/** Nobody answered: the network is away, or the server. */
export function isUnreached(error: unknown): boolean {
  return error instanceof CounterfoilError && error.status === 0;
}

/** Why, in the server's words where there are any; not in the browser's, which say "Failed to fetch". */
export function reasonOf(error: unknown): string {
  if (error instanceof CounterfoilError && isUnreached(error)) return `${error.title}.`;
  return error instanceof Error ? error.message : String(error);
}
