import { startAggregate } from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";
import { methodLetter } from "./add-up.ts";
import type { Totalling } from "./totalling.ts";

/** Totals of one account to empty before they are added up again. */
interface EmptiedTotals {
  readonly totalling: Totalling;
  readonly accountId: string;
  readonly span: number;
  /** The buckets [first, next) of the span. With `only`, just those of them. */
  readonly first: number;
  readonly next: number;
  readonly only?: readonly number[];
}

const LAST_BUCKET = 2 ** 31 - 1;

/** All buckets of a span from an instant on (milliseconds), or all buckets without an instant. */
export function bucketsFrom(span: number, start: number | null): { span: number; first: number; next: number } {
  return { span, first: start === null ? -LAST_BUCKET : Math.ceil(start / (span * 1_000)), next: LAST_BUCKET };
}

/**
 * Empties totals but keeps their rows. A row without events shows that something in its bucket was counted up to some
 * sequence. A reading up to an earlier cut-off then measures the bucket from the events. If the row were missing, that
 * reading would find no usage.
 */
export async function emptyTotals(tx: Tx, emptied: EmptiedTotals, lastSequence: number): Promise<void> {
  const { totalling, accountId, span, first, next, only = null } = emptied;
  const method = methodLetter(startAggregate(totalling.aggregation));
  await tx.sql(
    `update usage_total t set is_stale = false, last_sequence = greatest(t.last_sequence, $7), event_count = 0, skipped = 0,
       first_at = null, last_at = null, latest_sequence = null, method = $9::"char", value = case $9 when 's' then 0::numeric end
     from usage_series s
     where s.organization_id = $1 and s.generation = $2 and s.account_id = $3 and t.series_id = s.id
       and t.span = $4 and t.bucket >= $5 and t.bucket < $6 and ($8::integer[] is null or t.bucket = any($8))`,
    [tx.organizationId, totalling.generation, accountId, span, first, next, lastSequence, only, method],
  );
}
