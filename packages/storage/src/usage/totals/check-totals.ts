import type { Tx } from "../../database/tx.ts";
import { currentUsageSequence } from "../current-usage-sequence.ts";
import { methodLetter, type Total, TotalSums, valueOf } from "./add-up.ts";
import { eventsOfAccount } from "./events-of-account.ts";
import { foldIncrementsOf, holdTotals } from "./fold-increments.ts";
import { MERGED_SEQUENCE, MERGED_VALUE, OUT_OF_RANGE } from "./merged.ts";
import { sumAccount } from "./rebuild-totals.ts";
import { type Totalling, toTotalling } from "./totalling.ts";
import { FOLDING_LANE, writeTotals } from "./write-totals.ts";

/** Totals that can be checked: they are complete. */
export type CheckedTotalling = Totalling;

/** A bucket whose stored total is another than what its events come to. */
export interface TotalDifference {
  readonly metricId: string;
  readonly accountId: string;
  readonly groupValues: string;
  readonly span: number;
  /** When the bucket begins. */
  readonly start: string;
  /** `12 events, 3400`; "nothing" where there is no total. */
  readonly stored: string;
  readonly events: string;
}

export async function findCheckedTotallings(tx: Tx): Promise<CheckedTotalling[]> {
  const rows = await tx.sql<Parameters<typeof toTotalling>[0]>(
    "select * from usage_totalling where organization_id = $1 and completed_at is not null order by metric_id",
    [tx.organizationId],
  );
  return rows.map(toTotalling);
}

/**
 * Holds one account's totals against its events, up to one cut-off, while events go on being stored. Buckets that readers do not
 * use (something was voided in them, or came in after the cut-off) are left out.
 */
export async function checkTotals(tx: Tx, totalling: CheckedTotalling, accountId: string): Promise<TotalDifference[]> {
  const through = await currentUsageSequence(tx);
  const expected = await expectedTotals(tx, totalling, accountId, through);
  await foldIncrementsOf(tx, accountId);
  const stored = await storedTotals(tx, totalling, accountId, through);
  const differences: TotalDifference[] = [];
  for (const key of new Set([...expected.keys(), ...stored.keys()])) {
    const [told, events] = [stored.get(key), expected.get(key) ?? "nothing"];
    if (told?.isUnusable === true || (told?.text ?? "nothing") === events) continue;
    const [span = 0, bucket = 0] = key.split(" ", 2).map(Number);
    const groupValues = key.split(" ").slice(2).join(" ");
    const start = new Date(span * bucket * 1_000).toISOString();
    const { metricId } = totalling;
    differences.push({ metricId, accountId, groupValues, span, start, stored: told?.text ?? "nothing", events });
  }
  return differences;
}

/** Makes one account's totals anew from its events. Holds back batches of events meanwhile. */
export async function repairTotals(tx: Tx, totalling: Totalling, accountId: string): Promise<void> {
  const batch = { lane: FOLDING_LANE, lastSequence: await holdTotals(tx) };
  await tx.sql(
    `delete from usage_total t using usage_series s
     where s.organization_id = $1 and s.generation = $2 and s.account_id = $3 and t.series_id = s.id`,
    [tx.organizationId, totalling.generation, accountId],
  );
  const sums = await sumAccount(tx, totalling, accountId, batch);
  await writeTotals(tx, sums.totals(), batch);
}

async function expectedTotals(tx: Tx, totalling: Totalling, accountId: string, through: string) {
  const sums = new TotalSums();
  for await (const events of eventsOfAccount(tx, { accountId, eventName: totalling.eventName }, { through })) {
    for (const event of events) sums.add(totalling, event);
  }
  return new Map(
    sums.totals().map((total) => [`${total.span} ${total.bucket} ${total.series.groupValues}`, textOf(total)]),
  );
}

function textOf({ aggregate, firstAt, lastAt }: Total): string {
  const latest = aggregate.method === "latest" ? `, sequence ${aggregate.latest?.sequence ?? "none"}` : "";
  return [
    `${methodLetter(aggregate)} ${aggregate.eventCount} events, ${aggregate.skipped} skipped`,
    `${valueOf(aggregate)?.toCanonical() ?? "no value"}${latest}`,
    firstAt === null || lastAt === null
      ? "never"
      : `${new Date(firstAt).toISOString()} to ${new Date(lastAt).toISOString()}`,
  ].join(", ");
}

interface StoredTotal {
  span: number;
  bucket: number;
  groupValues: string;
  isUnusable: boolean;
  text: string;
}

async function storedTotals(
  tx: Tx,
  { generation, aggregation }: Totalling,
  accountId: string,
  through: string,
): Promise<Map<string, StoredTotal>> {
  const rows = await tx.sql<StoredTotal>(
    `select t.span, t.bucket, s.group_values, bool_or(bool_or(t.is_stale or t.last_sequence > $4 or ${OUT_OF_RANGE})) over (partition by t.span, t.bucket)
         as is_unusable,
       t.method::text || ' ' || sum(t.event_count) || ' events, ' || sum(t.skipped) || ' skipped, '
         || coalesce(trim_scale(${MERGED_VALUE})::text, 'no value')
         || case when $5 then ', sequence ' || coalesce(${MERGED_SEQUENCE}::text, 'none') else '' end
         || ', ' || coalesce(to_char(min(t.first_at), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ' to '
              || to_char(max(t.last_at), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'never') as text
     from usage_series s join usage_total t on t.series_id = s.id
     where s.organization_id = $1 and s.generation = $2 and s.account_id = $3
     group by t.span, t.bucket, s.group_values, t.method`,
    [tx.organizationId, generation, accountId, through, aggregation.method === "latest"],
  );
  return new Map(rows.map((row) => [`${row.span} ${row.bucket} ${row.groupValues}`, row]));
}
