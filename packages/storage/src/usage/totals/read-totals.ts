import type { Tx } from "../../database/tx.ts";
import { unnested } from "../../database/unnested.ts";
import type { BucketRange, Span } from "./bucket.ts";

/** What is asked of the totals: some buckets of one account's usage by one generation. */
export interface TotalsQuestion {
  /** Chosen by who asks, to find the answers again. */
  readonly position: number;
  readonly generation: string;
  readonly accountId: string;
  /** Only events that counted up to here; null for all. */
  readonly throughSequence: string | null;
  readonly buckets: readonly BucketRange[];
}

/** What one combination of groups comes to over the buckets of a question. */
export interface TotalsRow {
  position: number;
  groupValues: string;
  eventCount: string;
  skipped: string;
  firstAt: string | null;
  lastAt: string | null;
  latestSequence: string | null;
  value: string | null;
  /** Some of its buckets cannot be used: something in them was voided, or came in after the cut-off. */
  isUnusable: boolean;
}

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
 * The totals of each range. `offset 0` keeps the range inside: joined to the whole table, the planner may look up all that a
 * series ever had and throw away what lies outside, which costs more with each month.
 */
const TOTALS_OF_RANGES = `
     join usage_series s on s.generation = given.generation and s.account_id = given.account_id and s.organization_id = $1
     cross join lateral (
       select * from usage_total where series_id = s.id and span = given.span and bucket >= given.first and bucket < given.next
       offset 0
     ) t`;

/** One row per question and combination; any number of questions is one statement. */
export function readTotals(tx: Tx, questions: readonly TotalsQuestion[]): Promise<TotalsRow[]> {
  return addUp(tx, questions, null);
}

/** The same when they are made of at most so many totals; undefined, and no more of them read, when of more. */
export async function readFewTotals(
  tx: Tx,
  questions: readonly TotalsQuestion[],
  most: number,
): Promise<TotalsRow[] | undefined> {
  const rows = await addUp(tx, questions, most + 1);
  return Number(rows[0]?.read ?? 0) > most ? undefined : rows;
}

async function addUp(tx: Tx, questions: readonly TotalsQuestion[], limit: number | null) {
  const ranges = rangesOf(questions);
  if (ranges.length === 0) return [];
  const { source, values } = unnested(ranges, RANGE_TYPES);
  return tx.sql<TotalsRow & { read: string }>(
    `select t.position, t.group_values, sum(t.event_count) as event_count, sum(t.skipped) as skipped,
       min(t.first_at) as first_at, max(t.last_at) as last_at,
       bool_or(t.is_stale or t.last_sequence > t.through) as is_unusable,
       case t.method when 's' then sum(t.value) when 'i' then min(t.value) when 'a' then max(t.value)
         when 'l' then (array_agg(t.value order by t.last_at desc nulls last, t.latest_sequence desc) filter (where t.method = 'l'))[1]
       end as value,
       (array_agg(t.latest_sequence order by t.last_at desc nulls last, t.latest_sequence desc) filter (where t.method = 'l'))[1]
         as latest_sequence,
       sum(count(*)) over () as read
     from (
       select given.position, given.through, s.group_values, t.* from ${source} ${TOTALS_OF_RANGES} limit $9
     ) as t
     group by t.position, t.group_values, t.method`,
    [tx.organizationId, ...values, limit],
    "read-usage-totals",
  );
}

/** The buckets of a question that cannot be used. */
export interface UnusableBucket {
  position: number;
  span: Span;
  bucket: number;
}

export async function findUnusableBuckets(tx: Tx, questions: readonly TotalsQuestion[]): Promise<UnusableBucket[]> {
  const ranges = rangesOf(questions);
  const { source, values } = unnested(ranges, RANGE_TYPES);
  return tx.sql<UnusableBucket>(
    `select distinct given.position, t.span, t.bucket from ${source} ${TOTALS_OF_RANGES}
     where t.is_stale or t.last_sequence > given.through`,
    [tx.organizationId, ...values],
  );
}

function rangesOf(questions: readonly TotalsQuestion[]) {
  return questions.flatMap(({ position, generation, accountId, throughSequence, buckets }) =>
    buckets.map((range) => ({ position, generation, accountId, through: throughSequence ?? LAST_SEQUENCE, ...range })),
  );
}
