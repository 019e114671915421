import { countUnmatchedEvents } from "@counterfoil/storage";
import { type Context, read } from "../context.ts";

/** Events that were taken and count for nothing yet, by the reason (R-EVT-5). */
export interface UnmatchedUsage {
  /** The most frequent first, up to a thousand. */
  items: {
    reason: "unknown_account" | "no_metric";
    name: string;
    count: number;
    firstReceivedAt: string;
    lastReceivedAt: string;
  }[];
  /** All of them together, also those that are not listed. */
  eventCount: number;
}

const LISTED = 1_000;

export function readUnmatchedEvents(context: Context): Promise<UnmatchedUsage> {
  return read(context, async (tx) => {
    const rows = await countUnmatchedEvents(tx, LISTED);
    const items = rows.map(({ reason, name, count, firstReceivedAt, lastReceivedAt }) => ({
      reason,
      name,
      count: Number(count),
      firstReceivedAt,
      lastReceivedAt,
    }));
    return { items, eventCount: Number(rows[0]?.total ?? 0) };
  });
}
