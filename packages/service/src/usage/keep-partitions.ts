import { type Database, dropUsageBefore, isLockTimeout, makeUsagePartitions } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";

/** Months that have a partition before their first event comes, so that none has to be moved. */
const MONTHS_AHEAD = 3;

/**
 * Makes the partitions of usage events for the last month, this one and the next three; and drops those of months that are over
 * for longer than events are kept. Null keeps them for ever. Ids stay taken, and totals stay readable.
 * Answers whether it could: false when the table was in use for too long, and it should be tried again.
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

function text(date: Temporal.PlainDate): string {
  return date.toString();
}
