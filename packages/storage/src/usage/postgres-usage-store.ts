import { bindUsageEvents } from "./bind-usage-events.ts";
import { currentUsageSequence } from "./current-usage-sequence.ts";
import { insertUsageEvents } from "./insert-usage-events.ts";
import { lookUpUsage, readUsage } from "./read-usage.ts";
import type { UsageStore } from "./usage-store.ts";

/** Stores usage events in the same PostgreSQL database as everything else. */
export const postgresUsageStore: UsageStore = {
  insert: insertUsageEvents,
  read: readUsage,
  lookUp: lookUpUsage,
  currentSequence: currentUsageSequence,
  bind: bindUsageEvents,
};
