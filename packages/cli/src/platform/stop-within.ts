import { setTimeout as pause } from "node:timers/promises";
import type { OperationConfiguration } from "../configuration/operation-configuration.ts";
import type { Log } from "./log.ts";

/** Whether everything came to its end, or something was left when the time was over. */
export type StopOutcome = "finished" | "cut off";

interface Stop {
  /** Tells the world that the process stops. */
  begin(): void;
  /** Takes nothing more, and waits for what runs. */
  finish(): Promise<void>;
}

/**
 * Stops in the time that it is given (R-OPS-2). What is cut off harms nothing: a request without an answer left all or none of its
 * effect, and a job in hand is taken up again by another worker. Whoever calls ends the process then, for something still runs.
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
  if (outcome === "cut off") log.warn("stopped before everything had ended", { stopSeconds });
  return outcome;
}
