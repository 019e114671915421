import { countUnmatchedEvents, countUnreadableEvents } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { shownValue } from "./unreadable-fault.ts";

/** Why accepted events do not count yet. */
export const UNMATCHED_REASONS = [
  "unknown_account",
  "no_metric",
  "value_missing",
  "value_not_numeric",
  "value_out_of_range",
] as const;

/** Accepted events that nothing counts, or that a metric should count but cannot (R-EVT-5). */
export interface UnmatchedUsage {
  /** The most frequent first, up to a thousand. */
  items: {
    reason: (typeof UNMATCHED_REASONS)[number];
    /** The unknown account name, or the event name. */
    name: string;
    /** The metric that cannot read a value of the events, and the property. Null for the other reasons. */
    metricId: string | null;
    property: string | null;
    /** The property's value in the latest event, as JSON. Null if that event does not have it. */
    value: string | null;
    count: number;
    firstReceivedAt: string;
    lastReceivedAt: string;
  }[];
  /** The number of all such events, including those not listed. */
  eventCount: number;
}

const LISTED = 1_000;

export function readUnmatchedEvents(context: Context): Promise<UnmatchedUsage> {
  return transact(context, async ({ tx }) => {
    const rows = await countUnmatchedEvents(tx, LISTED);
    const unreadable = await countUnreadableEvents(tx);
    const unmatched = rows.map(({ reason, name, count, firstReceivedAt, lastReceivedAt }) => {
      const unread = { metricId: null, property: null, value: null };
      return { reason, name, ...unread, count: Number(count), firstReceivedAt, lastReceivedAt };
    });
    const unread = unreadable.items.map(({ reason, eventName, value, metricId, property, count, ...times }) => {
      return {
        reason,
        name: eventName,
        metricId,
        property,
        value: value === null ? null : shownValue(value),
        count,
        ...times,
      };
    });
    const items = [...unmatched, ...unread].toSorted((a, b) => b.count - a.count).slice(0, LISTED);
    return { items, eventCount: Number(rows[0]?.total ?? 0) + unreadable.eventCount };
  });
}
