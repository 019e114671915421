import { type Database, dropUsageBefore, isLockTimeout, makeUsagePartitions } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/**
 * The number of months whose partitions are created before their first event arrives, so that no event must be moved.
 */
const MONTHS_AHEAD = 3;

/**
 * Creates the partitions of usage events for the last month, this month and the next three. Drops the partitions of
 * months that ended longer ago than the retention period; null keeps them permanently. IDs stay taken, and totals stay
 * readable. Returns false if the table was in use for too long: then call it again.
 */
export async function keepUsagePartitions(
  database: Database,
  now: string,
  keptMonths: number | null,
): Promise<boolean> {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO("UTC").toPlainDate();
  try {
    await makeUsagePartitions(database, text(today.subtract({ months: 1 })), text(today.add({ months: MONTHS_AHEAD })));
    if (keptMonths !== null) await dropUsageBefore(database, text(today.subtract({ months: keptMonths })));
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/** A date in the first month whose events are kept. */
export function firstKeptMonth(now: string, keptMonths: number): string {
  const today = Temporal.Instant.from(now).toZonedDateTimeISO("UTC").toPlainDate();
  return text(today.subtract({ months: keptMonths }));
}

function text(date: Temporal.PlainDate): string {
  return date.toString();
}
