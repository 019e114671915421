import { startAggregate } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";
import { currentUsageSequence } from "../current-usage-sequence.ts";
import { firstKeptUsage } from "../../books/book-checks.ts";
import { methodLetter, type Total, TotalSums, valueOf } from "./add-up.ts";
import { bucketsFrom, emptyTotals } from "./empty-totals.ts";
import { eventsOfAccount } from "./events-of-account.ts";
import { foldIncrementsOf, holdTotals } from "./fold-increments.ts";
import { MERGED_SEQUENCE, MERGED_VALUE, OUT_OF_RANGE } from "./merged.ts";
import { addOrKeep, sumAccount } from "./rebuild-totals.ts";
import { type Totalling, toTotalling } from "./totalling.ts";
import { FOLDING_LANE, writeTotals } from "./write-totals.ts";
import { spans } from "./bucket.ts";

/** Totals that can be checked because they are complete. */
export type CheckedTotalling = Totalling;

/** A bucket whose stored total differs from the total of its events. */
export interface TotalDifference {
  readonly metricId: string;
  readonly accountId: string;
  readonly groupValues: string;
  readonly span: number;
  /** When the bucket begins. */
  readonly start: string;
  /** For example `12 events, 3400`, or "nothing" if there is no total. */
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
 * Compares one account's totals with its events, up to one cut-off, while events are still being stored. Leaves out
 * buckets that readers do not use, because an event in them was voided or arrived after the cut-off, and buckets whose
 * events may have been deleted.
 */
export async function checkTotals(tx: Tx, totalling: CheckedTotalling, accountId: string): Promise<TotalDifference[]> {
  const through = await currentUsageSequence(tx);
  const since = await firstKept(tx);
  const expected = await expectedTotals(tx, totalling, accountId, { through, start: since });
  await foldIncrementsOf(tx, accountId);
  const stored = await storedTotals(tx, totalling, accountId, through);
  // A total without events means the same as a missing one: it is kept for readings up to earlier cut-offs.
  const nothing = textOf({ aggregate: startAggregate(totalling.aggregation), firstAt: null, lastAt: null });
  const differences: TotalDifference[] = [];
  for (const key of new Set([...expected.keys(), ...stored.keys()])) {
    const [told, events] = [stored.get(key), expected.get(key) ?? nothing];
    if (told?.isUnusable === true || (told?.text ?? nothing) === events) continue;
    const [span = 0, bucket = 0] = key.split(" ", 2).map(Number);
    const begins = span * bucket * 1_000;
    if (since !== null && begins < since) continue;
    const groupValues = key.split(" ").slice(2).join(" ");
    const start = new Date(begins).toISOString();
    const { metricId } = totalling;
    const shown = (text: string | undefined) => (text === undefined || text === nothing ? "nothing" : text);
    const difference = { stored: shown(told?.text), events: shown(events) };
    differences.push({ metricId, accountId, groupValues, span, start, ...difference });
  }
  return differences;
}

/** Milliseconds; null if all events are kept. */
async function firstKept(tx: Tx): Promise<number | null> {
  const instant = await firstKeptUsage(tx);
  return instant === null ? null : Date.parse(instant);
}

/**
 * Rebuilds one account's totals from its events. Totals of months whose events may have been deleted stay, because
 * nothing else could restore them. Holds back batches of events meanwhile.
 */
export async function repairTotals(tx: Tx, totalling: Totalling, accountId: string): Promise<void> {
  const batch = { lane: FOLDING_LANE, lastSequence: await holdTotals(tx) };
  const since = await firstKept(tx);
  for (const span of spans) {
    await emptyTotals(tx, { totalling, accountId, ...bucketsFrom(span, since) }, batch.lastSequence);
  }
  const sums = await sumAccount(tx, totalling, accountId, { batch, before: new TotalSums(), start: since });
  await writeTotals(tx, sums.totals(), batch);
  // Triggers note folded and refreshed totals. These were not stale.
  await tx.sql("select note_totals_change($1, $2)", [tx.organizationId, accountId]);
}

async function expectedTotals(
  tx: Tx,
  totalling: Totalling,
  accountId: string,
  limits: Parameters<typeof eventsOfAccount>[2],
) {
  const sums = new TotalSums();
  for await (const events of eventsOfAccount(tx, { accountId, eventName: totalling.eventName }, limits)) {
    for (const event of events) addOrKeep(sums, totalling, event);
  }
  return new Map(
    sums.totals().map((total) => [`${total.span} ${total.bucket} ${total.series.groupValues}`, textOf(total)]),
  );
}

function textOf({ aggregate, firstAt, lastAt }: Pick<Total, "aggregate" | "firstAt" | "lastAt">): string {
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
