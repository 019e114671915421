import { invariant } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";
import { unnested } from "../../database/unnested.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import { rememberIds } from "../remembered-ids.ts";
import { ADDED_TO_TOTAL } from "./merged.ts";
import { methodLetter, type Series, type Total, valueOf } from "./add-up.ts";
import type { Row } from "../../row.ts";

/** The lane to which increments are folded, under `hold_usage_totals()`. */
export const FOLDING_LANE = 0;
/** The lane of rebuilding. A rebuilding transaction locks the row of its totalling, so it never waits for folding. */
export const REBUILDING_LANE = -1;

/** The events whose totals are written. */
export interface TotalBatch {
  /** The lane, which only this transaction writes to until it ends. */
  readonly lane: number;
  /** The highest sequence of the events. */
  readonly lastSequence: number;
}

/**
 * Adds the totals of events to what their lane already contains. Looks up or creates the series, then sends the totals.
 */
export async function writeTotals(tx: Tx, totals: readonly Total[], batch: TotalBatch): Promise<void> {
  if (totals.length === 0) return;
  const series = [...new Set(totals.map((total) => total.series))];
  const ids = await seriesIds(tx, series.map(toRow));
  const idOf = new Map(series.map((each, index) => [each, Number(ids[index])]));
  const rows = totals
    .map(({ aggregate, series: of, span, bucket, isStale, firstAt, lastAt }) => {
      const seriesId = idOf.get(of);
      invariant(seriesId !== undefined, "each total has a series");
      const { eventCount, skipped } = aggregate;
      return {
        seriesId,
        span,
        bucket,
        isStale,
        eventCount,
        skipped,
        firstAt,
        lastAt,
        method: methodLetter(aggregate),
        latestSequence: aggregate.method === "latest" ? (aggregate.latest?.sequence ?? null) : null,
        value: valueOf(aggregate)?.toCanonical() ?? null,
      };
    })
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
  tx.send(
    `insert into usage_total as t (series_id, span, bucket, lane, method, is_stale, last_sequence, event_count, skipped,
       first_at, last_at, latest_sequence, organization_number, value)
     select series_id, span, bucket, $13::smallint, method::"char", is_stale, $14::bigint, event_count, skipped,
       'epoch'::timestamptz + first_at * interval '1 millisecond', 'epoch'::timestamptz + last_at * interval '1 millisecond',
       latest_sequence, ${ORGANIZATION_NUMBER}, value
     from ${source}
     ${ADDED_TO_TOTAL}`,
    [tx.organizationId, ...values, batch.lane, batch.lastSequence],
    "write-usage-totals",
  );
}

/** A series as its row identifies it. */
type SeriesNames = Row<"usageSeries", "id">;

type SeriesRow = SeriesNames & { readonly id: string };

const SERIES_TYPES = { generation: "bigint", accountId: "text", groupValues: "text" } as const;

/** The IDs of series. Missing series are created. */
const seriesIds = rememberIds<SeriesNames>({
  keyOf: (_, { generation, accountId, groupValues }) => `${generation} ${accountId} ${groupValues}`,
  find: findSeries,
  make: makeSeries,
});

function toRow({ totalling, accountId, groupValues }: Series): SeriesNames {
  return { generation: totalling.generation, accountId, groupValues };
}

async function findSeries(tx: Tx, rows: readonly SeriesNames[]): Promise<SeriesRow[]> {
  const { source, values } = unnested(rows, SERIES_TYPES);
  return tx.sql<SeriesRow>(
    `select s.id, s.generation, s.account_id, s.group_values from ${source}
     join usage_series s using (generation, account_id, group_values) where s.organization_id = $1`,
    [tx.organizationId, ...values],
    "find-usage-series",
  );
}

async function makeSeries(tx: Tx, rows: readonly SeriesNames[]): Promise<SeriesRow[]> {
  const { source, values, columns } = unnested(rows, SERIES_TYPES);
  return tx.sql<SeriesRow>(
    `insert into usage_series (organization_id, ${columns}) select $1, ${columns} from ${source}
     on conflict do nothing returning id, ${columns}`,
    [tx.organizationId, ...values],
    "make-usage-series",
  );
}
