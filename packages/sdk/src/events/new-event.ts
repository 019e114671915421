import { systemNow } from "../clock.ts";
import type { UsageEventInput } from "../generated/types.gen.ts";

/** An event as a program sends it. */
export interface NewUsageEvent extends Omit<UsageEventInput, "uniqueId" | "timestamp"> {
  /** Random by default. Set your own, so that a program that runs again counts nothing twice. */
  readonly uniqueId?: string | undefined;
  /** The time of the event; now by default. */
  readonly timestamp?: string | Date | undefined;
}

/**
 * Sets the ID and the time of an event before it is first stored or sent. A repeated event is then the same one, and an
 * event that waits counts at its original time.
 */
export function completeEvent({ uniqueId, timestamp, ...rest }: NewUsageEvent): UsageEventInput {
  const instant = timestamp ?? new Date(systemNow());
  return {
    uniqueId: uniqueId ?? crypto.randomUUID(),
    ...rest,
    timestamp: typeof instant === "string" ? instant : instant.toISOString(),
  };
}
