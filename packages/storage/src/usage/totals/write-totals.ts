import { invariant } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";
import { unnested } from "../../database/unnested.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import { methodLetter, type Series, type Total, valueOf } from "./add-up.ts";

/** The batch of events that totals are written with. */
export interface TotalBatch {
  /** Which the transaction alone writes to until it ends. */
  readonly lane: number;
  /** The highest sequence of its events. */
  readonly lastSequence: number;
}

/** Adds what a batch of events comes to to what its lane holds already. Two statements, and one more for new series. */
export async function writeTotals(tx: Tx, totals: readonly Total[], batch: TotalBatch): Promise<void> {
  if (totals.length === 0) return;
  const ids = await seriesIds(tx, new Set(totals.map((total) => total.series)));
  const rows = totals
    .map((total) => ({
      seriesId: idOf(ids, total.series),
      span: total.span,
      bucket: total.bucket,
      method: methodLetter(total.aggregate),
      isStale: total.isStale,
      eventCount: total.aggregate.eventCount,
      skipped: total.aggregate.skipped,
      firstAt: total.firstAt,
      lastAt: total.lastAt,
      latestSequence: total.aggregate.method === "latest" ? (total.aggregate.latest?.sequence ?? null) : null,
      value: valueOf(total.aggregate)?.toCanonical() ?? null,
    }))
    .toSorted((a, b) => a.seriesId - b.seriesId || a.span - b.span || a.bucket - b.bucket);
  const { source, values } = unnested(rows, {
    seriesId: "bigint",
    span: "integer",
    bucket: "integer",
    method: "text",
    isStale: "boolean",
    eventCount: "bigint",
    skipped: "bigint",
    firstAt: "bigint",
    lastAt: "bigint",
    latestSequence: "bigint",
    value: "numeric",
  });
  await tx.sql(
    `insert into usage_total as t (series_id, span, bucket, lane, method, is_stale, last_sequence, event_count, skipped,
       first_at, last_at, latest_sequence, organization_number, value)
     select series_id, span, bucket, $13::smallint, method::"char", is_stale, $14::bigint, event_count, skipped,
       'epoch'::timestamptz + first_at * interval '1 millisecond', 'epoch'::timestamptz + last_at * interval '1 millisecond',
       latest_sequence, ${ORGANIZATION_NUMBER}, value
     from ${source}
     on conflict (series_id, span, bucket, lane) do update set
       is_stale = t.is_stale or excluded.is_stale,
       last_sequence = greatest(t.last_sequence, excluded.last_sequence),
       event_count = t.event_count + excluded.event_count,
       skipped = t.skipped + excluded.skipped,
       first_at = least(t.first_at, excluded.first_at),
       last_at = greatest(t.last_at, excluded.last_at),
       latest_sequence = case when t.last_at is null or (excluded.last_at, excluded.latest_sequence) > (t.last_at, t.latest_sequence)
         then excluded.latest_sequence else t.latest_sequence end,
       value = case
         when t.method = 's' then t.value + excluded.value
         when t.method = 'i' then least(t.value, excluded.value)
         when t.method = 'a' then greatest(t.value, excluded.value)
         when t.last_at is null or (excluded.last_at, excluded.latest_sequence) > (t.last_at, t.latest_sequence)
           then excluded.value
         else t.value
       end`,
    [tx.organizationId, ...values, batch.lane, batch.lastSequence],
    "write-usage-totals",
  );
}

/** Ids of series that were committed once: they are never given to another. Emptied when it grows too large. */
const known = new Map<string, number>();
const MOST_KNOWN = 200_000;

/** Finds these series and makes the missing, in one order, so that two batches with the same ones do not deadlock. */
async function seriesIds(tx: Tx, wanted: Iterable<Series>): Promise<ReadonlyMap<Series, number>> {
  const ids = new Map<Series, number>();
  const missing = new Map<string, Series>();
  for (const series of wanted) {
    const key = keyOf(toRow(series));
    const id = known.get(key);
    if (id === undefined) missing.set(key, series);
    else ids.set(series, id);
  }
  if (missing.size === 0) return ids;
  const rows = [...missing].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, series]) => toRow(series));
  const existing = await findSeries(tx, rows);
  for (const row of existing) remember(row);
  const isNew = new Set(missing.keys());
  for (const row of existing) isNew.delete(keyOf(row));
  const made = await makeSeries(
    tx,
    rows.filter((row) => isNew.has(keyOf(row))),
  );
  for (const row of [...existing, ...made]) {
    const series = missing.get(keyOf(row));
    if (series !== undefined) ids.set(series, Number(row.id));
  }
  return ids;
}

function idOf(ids: ReadonlyMap<Series, number>, series: Series): number {
  const id = ids.get(series);
  invariant(id !== undefined, "each total has a series");
  return id;
}

function toRow({ totalling, accountId, groupValues }: Series): NewSeries {
  return { generation: totalling.generation, accountId, groupValues };
}

interface SeriesRow {
  id: string;
  generation: string;
  accountId: string;
  groupValues: string;
}

type NewSeries = Omit<SeriesRow, "id">;

const SERIES_TYPES = { generation: "bigint", accountId: "text", groupValues: "text" } as const;

async function findSeries(tx: Tx, rows: readonly NewSeries[]): Promise<SeriesRow[]> {
  const { source, values } = unnested(rows, SERIES_TYPES);
  return tx.sql<SeriesRow>(
    `select s.id, s.generation, s.account_id, s.group_values from ${source}
     join usage_series s using (generation, account_id, group_values) where s.organization_id = $1`,
    [tx.organizationId, ...values],
    "find-usage-series",
  );
}

/** Waits for others that make the same ones. They are remembered from the next time on, when they are known to be committed. */
async function makeSeries(tx: Tx, rows: readonly NewSeries[]): Promise<SeriesRow[]> {
  if (rows.length === 0) return [];
  const { source, values } = unnested(rows, SERIES_TYPES);
  const made = await tx.sql<SeriesRow>(
    `insert into usage_series (organization_id, generation, account_id, group_values)
     select $1, generation, account_id, group_values from ${source}
     on conflict do nothing returning id, generation, account_id, group_values`,
    [tx.organizationId, ...values],
    "make-usage-series",
  );
  // Those that another transaction made meanwhile are committed by now.
  return made.length === rows.length ? made : findSeries(tx, rows);
}

function remember(row: SeriesRow): void {
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(keyOf(row), Number(row.id));
}

function keyOf({ generation, accountId, groupValues }: NewSeries): string {
  return `${generation} ${accountId} ${groupValues}`;
}
