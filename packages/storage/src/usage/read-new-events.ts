import type { Tx } from "../database/tx.ts";
import type { UsageEventRow } from "./list-usage-events.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/**
 * The largest visible sequence, 0 without events. It shows whether there is anything new, without events that are still
 * being written: use `currentUsageSequence` to wait for those.
 */
export async function newestUsageSequence(tx: Tx): Promise<string> {
  const [row] = await tx.sql<{ sequence: string }>(
    `select coalesce(max(sequence), 0) as sequence from usage_event where organization_number = ${ORGANIZATION_NUMBER}`,
    [tx.organizationId],
    "newest-usage-sequence",
  );
  return row?.sequence ?? "0";
}

/**
 * Rows and characters of properties read at once. The last event may exceed the limit. This limits a reader's memory.
 */
const ROWS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 1024 * 1024;

export interface NewEvents {
  readonly rows: UsageEventRow[];
  /** The sequence up to which `rows` is complete. */
  readonly end: string;
}

/**
 * The next events that began to count after one sequence and up to another, in that order, as many as are read at once.
 */
export async function readNewEvents(tx: Tx, after: string, through: string): Promise<NewEvents> {
  const rows = await tx.sql<UsageEventRow & { found: string }>(
    `select * from (
       select *, count(*) over () as found,
         sum(length(properties::text)) over (order by sequence) - length(properties::text) as characters_before
       from (
         select * from named_usage_event where organization_number = ${ORGANIZATION_NUMBER}
           and sequence > $2 and sequence <= $3 and voided_sequence is null and (select require_usage_after($2, null))
         order by sequence limit ${ROWS_AT_ONCE}
       ) as next
     ) as measured
     where characters_before < ${CHARACTERS_AT_ONCE} order by sequence`,
    [tx.organizationId, after, through],
  );
  const last = rows.at(-1);
  const isAll = last === undefined || (rows.length < ROWS_AT_ONCE && Number(last.found) === rows.length);
  return { rows, end: isAll ? through : last.sequence };
}
