import { startMeasurement } from "@counterfoil/engine";
import { firstKeptUsage } from "../../books/book-checks.ts";
import type { Tx } from "../../database/tx.ts";
import { type Total, TotalSums } from "./add-up.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import { type BucketRange, spans, stretchOf } from "./bucket.ts";
import { emptyTotals } from "./empty-totals.ts";
import { eventsOfAccount } from "./events-of-account.ts";
import { holdTotals } from "./fold-increments.ts";
import { readTotals } from "./read-totals.ts";
import { addOrKeep } from "./rebuild-totals.ts";
import { countedTotal, toPart } from "./to-part.ts";
import { type Totalling, toTotalling } from "./totalling.ts";
import { FOLDING_LANE, writeTotals } from "./write-totals.ts";

const [QUARTER, DAY] = spans;

/** A day of an account with voided events. */
type StaleDay = Parameters<typeof toTotalling>[0] & { accountId: string; day: number };

/**
 * Recalculates one day of one account with voided events: the affected quarters from their events, and the day from its
 * quarters. Rows are never deleted, so that a reading up to an earlier cut-off still finds that there was usage
 * (R-EVT-6). A day of a dropped month stays as it is, and its usage is measured from both stores. Holds back batches of
 * events meanwhile. Returns whether there was such a day.
 */
export async function refreshStaleTotals(tx: Tx): Promise<boolean> {
  const [stale] = await tx.sql<StaleDay>(
    `select g.*, s.account_id, floor(t.bucket * t.span::numeric / ${DAY})::integer as day
     from usage_total t join usage_series s on s.id = t.series_id join usage_totalling g on g.generation = s.generation
     where t.organization_number = ${ORGANIZATION_NUMBER} and s.organization_id = $1 and g.organization_id = $1 and t.is_stale
       and g.completed_at is not null and not exists (
         select from usage_dropped_month d
         where d.organization_number = t.organization_number and d.dropped_at is not null
           and to_timestamp(t.bucket * t.span::float8) >= d.month::timestamp at time zone 'UTC'
           and to_timestamp(t.bucket * t.span::float8) < (d.month + interval '1 month') at time zone 'UTC') limit 1`,
    [tx.organizationId],
  );
  if (stale === undefined) return false;
  const lastSequence = await holdTotals(tx);
  const of = { totalling: toTotalling(stale), accountId: stale.accountId };
  const perDay = DAY / QUARTER;
  const quarters = { span: QUARTER, first: stale.day * perDay, next: (stale.day + 1) * perDay };
  const day = { span: DAY, first: stale.day, next: stale.day + 1 };
  if (isKept(day, await firstKeptUsage(tx))) await refreshDay(tx, of, { quarters, day }, lastSequence);
  else for (const range of [quarters, day]) await leaveAsIs(tx, of, range, lastSequence);
  return true;
}

/** An account's usage in one totalling. */
interface TotalledUsage {
  readonly totalling: Totalling;
  readonly accountId: string;
}

function isKept(day: BucketRange, firstKept: string | null): boolean {
  return firstKept === null || stretchOf(day).start >= Date.parse(firstKept);
}

async function refreshDay(
  tx: Tx,
  of: TotalledUsage,
  { quarters, day }: { quarters: BucketRange; day: BucketRange },
  lastSequence: number,
): Promise<void> {
  const batch = { lane: FOLDING_LANE, lastSequence };
  const again = await staleBuckets(tx, of, quarters);
  await emptyTotals(tx, { ...of, ...quarters, only: again }, lastSequence);
  const eventName = of.totalling.eventName;
  for (const bucket of again) {
    const sums = new TotalSums();
    const within = stretchOf({ span: QUARTER, first: bucket, next: bucket + 1 });
    const limits = { through: String(lastSequence), ...within };
    for await (const events of eventsOfAccount(tx, { accountId: of.accountId, eventName }, limits)) {
      for (const event of events) addOrKeep(sums, of.totalling, event);
    }
    await writeTotals(tx, sums.quarters(), batch);
  }
  await emptyTotals(tx, { ...of, ...day }, lastSequence);
  await writeTotals(tx, await sumOf(tx, of, quarters, day), batch);
}

/**
 * If the events of a day may have been deleted, only its totals remain: they stay, including what was voided in them.
 * In such a day, only an event that was sent after its month was deleted can be voided.
 */
async function leaveAsIs(tx: Tx, { totalling, accountId }: TotalledUsage, range: BucketRange, lastSequence: number) {
  await tx.sql(
    `update usage_total t set is_stale = false, last_sequence = $7 from usage_series s
     where s.organization_id = $1 and s.generation = $2 and s.account_id = $3
       and t.series_id = s.id and t.span = $4 and t.bucket >= $5 and t.bucket < $6 and t.is_stale`,
    [tx.organizationId, totalling.generation, accountId, range.span, range.first, range.next, lastSequence],
  );
}

async function staleBuckets(tx: Tx, { totalling, accountId }: TotalledUsage, range: BucketRange): Promise<number[]> {
  const rows = await tx.sql<{ bucket: number }>(
    `select distinct t.bucket from usage_series s join usage_total t on t.series_id = s.id
     where s.organization_id = $1 and s.generation = $2 and s.account_id = $3
       and t.span = $4 and t.bucket >= $5 and t.bucket < $6 and t.is_stale`,
    [tx.organizationId, totalling.generation, accountId, range.span, range.first, range.next],
  );
  return rows.map((row) => row.bucket);
}

/** Combines the buckets of a range into totals of one coarser bucket. */
async function sumOf(
  tx: Tx,
  { totalling, accountId }: TotalledUsage,
  parts: BucketRange,
  whole: BucketRange,
): Promise<Total[]> {
  const { generation, aggregation } = totalling;
  const rows = await readTotals(tx, [{ position: 0, generation, accountId, throughSequence: null, buckets: [parts] }]);
  const { time } = startMeasurement({ ...totalling, window: stretchOf(whole) });
  return rows.map((row) => {
    const { firstAt, lastAt, aggregate } = toPart(countedTotal(row), aggregation, [], time);
    const series = { totalling, accountId, groupValues: row.groupValues };
    return { series, span: whole.span, bucket: whole.first, aggregate, firstAt, lastAt, isStale: row.isUnusable };
  });
}
