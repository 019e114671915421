import type { Tx } from "../../database/tx.ts";
import { unnested } from "../../database/unnested.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import type { BucketRange, Span } from "./bucket.ts";
import { MERGED_SEQUENCE, MERGED_VALUE, OUT_OF_RANGE } from "./merged.ts";
import type { Row } from "../../row.ts";

/** A question for totals: some buckets of one account's usage in one generation. */
export interface TotalsQuestion {
  /** Chosen by the caller to find the answers. */
  readonly position: number;
  readonly generation: string;
  readonly accountId: string;
  /** Only events that counted up to this sequence; null for all. */
  readonly throughSequence: string | null;
  readonly buckets: readonly BucketRange[];
}

/** The total of one combination of groups over the buckets of a question. */
export type TotalsRow = Pick<
  Row<"usageTotal">,
  "eventCount" | "skipped" | "firstAt" | "lastAt" | "latestSequence" | "value"
> & {
  position: number;
  groupValues: string;
  /**
   * Some of its buckets cannot be used: an event in them was voided or arrived after the cut-off, or a value is out of
   * range.
   */
  isUnusable: boolean;
};

const LAST_SEQUENCE = (2n ** 63n - 1n).toString();

const RANGE_TYPES = {
  position: "integer",
  generation: "bigint",
  accountId: "text",
  through: "bigint",
  span: "integer",
  first: "integer",
  next: "integer",
} as const;

/**
 * The totals `t` of each range, and the increments that are not folded into them yet. An increment ends with a batch,
 * so it is completely before or after a cut-off. `offset 0` keeps the range condition inside the lookup. Joined to the
 * whole table, the planner may read all buckets of a series and discard those outside the range, which costs more each
 * month.
 */
function totalsOfRanges(ranges: readonly RangeRow[]) {
  const { source, values } = unnested(ranges, RANGE_TYPES);
  return {
    values,
    given: `with given as materialized (select * from ${source}), increment as materialized (
       select i.account_id, i.last_sequence, t.*
       from usage_increment i cross join lateral totals_of_increment(i.totals) as t
       where i.organization_number = ${ORGANIZATION_NUMBER} and i.account_id in (select account_id from given)
     )`,
    source: `(
       select given.position, given.through, s.group_values, t.span, t.bucket, t.method, t.is_stale, t.last_sequence, t.event_count,
         t.skipped, t.first_at, t.last_at, t.latest_sequence, t.value
       from given
       join usage_series s on s.generation = given.generation and s.account_id = given.account_id and s.organization_id = $1
       cross join lateral (
         select * from usage_total where series_id = s.id and span = given.span and bucket >= given.first and bucket < given.next
         offset 0
       ) t
       union all
       select given.position, given.through, i.group_values, given.span, floor(i.quarter * 900.0 / given.span)::integer, i.method,
         i.is_stale, i.last_sequence, i.event_count, i.skipped, i.first_at, i.last_at, i.latest_sequence, i.value
       from given join increment i using (generation, account_id)
       where i.quarter >= given.first * (given.span / 900) and i.quarter < given.next * (given.span / 900)
         and i.last_sequence <= given.through
     )`,
  };
}

/** One row per question and combination, in one statement for any number of questions. */
export function readTotals(tx: Tx, questions: readonly TotalsQuestion[]): Promise<TotalsRow[]> {
  return addUp(tx, questions, null);
}

/** The same, if at most `most` totals are needed. Otherwise undefined, without reading more than that. */
export async function readFewTotals(
  tx: Tx,
  questions: readonly TotalsQuestion[],
  most: number,
): Promise<TotalsRow[] | undefined> {
  const rows = await addUp(tx, questions, most + 1);
  return Number(rows[0]?.read ?? 0) > most ? undefined : rows;
}

/**
 * The folded totals alone, whatever increments wait. Only for a reading that adds the waiting usage of the same instant
 * (`Tx.waiting`).
 */
export async function readFoldedTotals(tx: Tx, questions: readonly TotalsQuestion[]): Promise<TotalsRow[]> {
  const ranges = rangesOf(questions);
  if (ranges.length === 0) return [];
  const { source, values } = unnested(ranges, RANGE_TYPES);
  return tx.sql<TotalsRow>(
    `select given.position, s.group_values, sum(t.event_count) as event_count, sum(t.skipped) as skipped,
       min(t.first_at) as first_at, max(t.last_at) as last_at, bool_or(t.is_stale or ${OUT_OF_RANGE}) as is_unusable,
       ${MERGED_VALUE} as value, ${MERGED_SEQUENCE} as latest_sequence
     from ${source}
     join usage_series s on s.generation = given.generation and s.account_id = given.account_id and s.organization_id = $1
     cross join lateral (
       select * from usage_total where series_id = s.id and span = given.span and bucket >= given.first and bucket < given.next
       offset 0
     ) t
     group by given.position, s.group_values, t.method`,
    [tx.organizationId, ...values],
    "read-folded-totals",
  );
}

async function addUp(tx: Tx, questions: readonly TotalsQuestion[], limit: number | null) {
  const ranges = rangesOf(questions);
  if (ranges.length === 0) return [];
  const { given, source, values } = totalsOfRanges(ranges);
  return tx.sql<TotalsRow & { read: string }>(
    `${given}
     select t.position, t.group_values, sum(t.event_count) as event_count, sum(t.skipped) as skipped,
       min(t.first_at) as first_at, max(t.last_at) as last_at,
       bool_or(t.is_stale or t.last_sequence > t.through or ${OUT_OF_RANGE}) as is_unusable,
       ${MERGED_VALUE} as value, ${MERGED_SEQUENCE} as latest_sequence, sum(count(*)) over () as read
     from (select * from ${source} as every limit $9) as t
     group by t.position, t.group_values, t.method`,
    [tx.organizationId, ...values, limit],
    "read-usage-totals",
  );
}

/** A bucket of a question that cannot be used. */
export interface UnusableBucket {
  position: number;
  span: Span;
  bucket: number;
}

export async function findUnusableBuckets(tx: Tx, questions: readonly TotalsQuestion[]): Promise<UnusableBucket[]> {
  const ranges = rangesOf(questions);
  const { given, source, values } = totalsOfRanges(ranges);
  return tx.sql<UnusableBucket>(
    `${given}
     select distinct t.position, t.span, t.bucket from ${source} as t
     where t.is_stale or t.last_sequence > t.through or ${OUT_OF_RANGE}`,
    [tx.organizationId, ...values],
  );
}

type RangeRow = Readonly<Record<keyof typeof RANGE_TYPES, string | number>>;

function rangesOf(questions: readonly TotalsQuestion[]): RangeRow[] {
  return questions.flatMap(({ position, generation, accountId, throughSequence, buckets }) =>
    buckets.map((range) => ({ position, generation, accountId, through: throughSequence ?? LAST_SEQUENCE, ...range })),
  );
}
