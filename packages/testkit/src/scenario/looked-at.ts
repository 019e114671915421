import type { Database } from "@counterfoil/storage";
import { setTimeout as pause } from "node:timers/promises";
import type { Story } from "./scenario.ts";

const MOST_MILLISECONDS = 20_000;
const POLL_MILLISECONDS = 10;

/** Waits until a worker has looked at everything new of the story's organization. Fails if a worker failed. */
export async function untilLookedAt(
  { environment, organizationId }: Story,
  what: string,
  organizationsToLookAt: (database: Database) => Promise<string[]>,
): Promise<void> {
  const deadline = performance.now() + MOST_MILLISECONDS;
  while ((await organizationsToLookAt(environment.ports.database)).includes(organizationId)) {
    const [failure] = environment.failures;
    if (failure !== undefined) throw new Error("a worker failed", { cause: failure });
    if (performance.now() > deadline) throw new Error(`the ${what} was not checked`);
    await pause(POLL_MILLISECONDS);
  }
}
