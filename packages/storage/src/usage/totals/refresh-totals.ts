import { startMeasurement } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";
import { type Total, TotalSums } from "./add-up.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import { type BucketRange, spans, stretchOf } from "./bucket.ts";
import { eventsOfAccount } from "./events-of-account.ts";
import { holdTotals } from "./fold-increments.ts";
import { readTotals } from "./read-totals.ts";
import { toPart } from "./to-part.ts";
import { type Totalling, toTotalling } from "./totalling.ts";
import { FOLDING_LANE, writeTotals } from "./write-totals.ts";

const [QUARTER, DAY] = spans;

/** A day of an account in which something was voided. */
type StaleDay = Parameters<typeof toTotalling>[0] & { accountId: string; day: number };

/**
 * Adds up anew one day of one account in which something was voided: the quarters in question from their events, the day from
 * its quarters. Holds back batches of events meanwhile. Answers whether there was one.
 */
export async function refreshStaleTotals(tx: Tx): Promise<boolean> {
  const [stale] = await tx.sql<StaleDay>(
    `select g.*, s.account_id, t.bucket * t.span / ${DAY} as day
     from usage_total t join usage_series s on s.id = t.series_id join usage_totalling g on g.generation = s.generation
     where t.organization_number = ${ORGANIZATION_NUMBER} and s.organization_id = $1 and g.organization_id = $1 and t.is_stale
       and g.completed_at is not null limit 1`,
    [tx.organizationId],
  );
  if (stale === undefined) return false;
  const batch = { lane: FOLDING_LANE, lastSequence: await holdTotals(tx) };
  const totalling = toTotalling(stale);
  const perDay = DAY / QUARTER;
  const quarters = { span: QUARTER, first: stale.day * perDay, next: (stale.day + 1) * perDay };
  const day = { span: DAY, first: stale.day, next: stale.day + 1 };
  const again = await staleBuckets(tx, totalling, stale.accountId, quarters);
  await deleteBuckets(tx, totalling, stale.accountId, QUARTER, again);
  for (const bucket of again) {
    const sums = new TotalSums();
    const within = stretchOf({ span: QUARTER, first: bucket, next: bucket + 1 });
    const of = { accountId: stale.accountId, eventName: totalling.eventName };
    for await (const events of eventsOfAccount(tx, of, { within })) {
      for (const event of events) sums.add(totalling, event);
    }
    await writeTotals(
      tx,
      sums.totals().filter((total) => total.span === QUARTER),
      batch,
    );
  }
  await deleteBuckets(tx, totalling, stale.accountId, DAY, [stale.day]);
  await writeTotals(tx, await sumOf(tx, totalling, stale.accountId, quarters, day), batch);
  return true;
}

async function staleBuckets(tx: Tx, totalling: Totalling, accountId: string, range: BucketRange): Promise<number[]> {
  const rows = await tx.sql<{ bucket: number }>(
    `select distinct t.bucket from usage_series s join usage_total t on t.series_id = s.id
     where s.organization_id = $1 and s.generation = $2 and s.account_id = $3
       and t.span = $4 and t.bucket >= $5 and t.bucket < $6 and t.is_stale`,
    [tx.organizationId, totalling.generation, accountId, range.span, range.first, range.next],
  );
  return rows.map((row) => row.bucket);
}

async function deleteBuckets(
  tx: Tx,
  totalling: Totalling,
  accountId: string,
  span: number,
  buckets: readonly number[],
): Promise<void> {
  await tx.sql(
    `delete from usage_total t using usage_series s
     where s.organization_id = $1 and s.generation = $2 and s.account_id = $3
       and t.series_id = s.id and t.span = $4 and t.bucket = any($5)`,
    [tx.organizationId, totalling.generation, accountId, span, buckets],
  );
}

/** What the buckets of a range come to, as totals of one coarser bucket. */
async function sumOf(
  tx: Tx,
  totalling: Totalling,
  accountId: string,
  parts: BucketRange,
  whole: BucketRange,
): Promise<Total[]> {
  const { generation, aggregation } = totalling;
  const rows = await readTotals(tx, [{ position: 0, generation, accountId, throughSequence: null, buckets: [parts] }]);
  const { time } = startMeasurement({ ...totalling, window: stretchOf(whole) });
  return rows.map((row) => {
    const { firstAt, lastAt, aggregate } = toPart(row, aggregation, [], time);
    const series = { totalling, accountId, groupValues: row.groupValues };
    return { series, span: whole.span, bucket: whole.first, aggregate, firstAt, lastAt, isStale: row.isUnusable };
  });
}
