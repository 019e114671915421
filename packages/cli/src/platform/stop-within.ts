import { setTimeout as pause } from "node:timers/promises";
import type { OperationConfiguration } from "../configuration/operation-configuration.ts";
import type { Log } from "./log.ts";

/** Whether all work finished, or some was left when the time limit passed. */
export type StopOutcome = "finished" | "cut off";

interface Stop {
  /** Announces that the process stops. */
  begin(): void;
  /** Accepts no new work, and waits for running work. */
  finish(): Promise<void>;
}

/**
 * Stops within the time limit (R-OPS-2). Cutting off work is safe: an unanswered request had all or none of its effect,
 * and another worker takes over an unfinished job. The caller must then end the process, because something still runs.
 */
export async function stopWithin(
  { drainSeconds, stopSeconds }: Pick<OperationConfiguration, "drainSeconds" | "stopSeconds">,
  log: Log,
  { begin, finish }: Stop,
): Promise<StopOutcome> {
  begin();
  await pause(drainSeconds * 1_000);
  const over = new AbortController();
  const late = pause(stopSeconds * 1_000, "cut off" as const, { signal: over.signal }).catch(() => "finished" as const);
  const finished = finish().then(
    () => "finished" as const,
    (error: unknown) => {
      log.error(error, "stopping failed");
      return "cut off" as const;
    },
  );
  const outcome = await Promise.race([finished, late]);
  over.abort();
  if (outcome === "cut off") log.warn("stopped before all work had finished", { stopSeconds });
  return outcome;
}
