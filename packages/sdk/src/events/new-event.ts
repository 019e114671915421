import { systemNow } from "../clock.ts";
import type { UsageEventInput } from "../generated/types.gen.ts";

/** An event as a program tells it. */
export interface NewUsageEvent extends Omit<UsageEventInput, "uniqueId" | "timestamp"> {
  /** Random unless you name it; with a name of your own, a program that runs again counts nothing twice. */
  readonly uniqueId?: string | undefined;
  /** Now unless told. */
  readonly timestamp?: string | Date | undefined;
}

/**
 * Gives the event its id and its time, once and before it is kept or sent for the first time: whatever is sent again is the same event
 * then, and usage that waits is counted when it happened.
 */
export function completeEvent({ uniqueId, timestamp, ...rest }: NewUsageEvent): UsageEventInput {
  const instant = timestamp ?? new Date(systemNow());
  return {
    uniqueId: uniqueId ?? crypto.randomUUID(),
    ...rest,
    timestamp: typeof instant === "string" ? instant : instant.toISOString(),
  };
}
