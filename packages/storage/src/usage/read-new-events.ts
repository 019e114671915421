import type { Tx } from "../database/tx.ts";
import { acrossBorder, type Border, borderValues, namedInPostgres } from "../history/border.ts";
import {
  bySequence,
  copiedEvents,
  type CopiedEvent,
  endedSinceBorder,
  EVENT_COLUMNS,
  type EventColumns,
  toCopiedEvents,
} from "../history/copied-events.ts";
import { toUsageEventRow, type UsageEventRow } from "./list-usage-events.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/**
 * The largest visible sequence, 0 without events. It shows whether there is anything new, without events that are still
 * being written: use `currentUsageSequence` to wait for those. Events that PostgreSQL no longer has are up to the watermark.
 */
export async function newestUsageSequence(tx: Tx): Promise<string> {
  const [row] = await tx.sql<{ sequence: string }>(
    `select greatest(
       (select max(sequence) from usage_event where organization_number = ${ORGANIZATION_NUMBER}),
       (select d.through from usage_history_dropped() d),
       0) as sequence`,
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
  return acrossBorder(
    tx,
    async (border) => {
      const stored = await readStored(tx, { after, through }, border);
      if (border === null || BigInt(after) >= BigInt(border.through)) return stored;
      const copied = await readCopied(tx, border, { after, through, ended: stored.ended });
      const isBefore = (end: string) => (row: { sequence: string }) => BigInt(row.sequence) <= BigInt(end);
      const rows = [...stored.rows, ...copied.rows]
        .filter(isBefore(stored.end))
        .filter(isBefore(copied.end))
        .toSorted(bySequence);
      const last = rows[ROWS_AT_ONCE - 1];
      if (last !== undefined) return { rows: rows.slice(0, ROWS_AT_ONCE), end: last.sequence };
      return { rows, end: BigInt(stored.end) < BigInt(copied.end) ? stored.end : copied.end };
    },
    { reads: "as_configured", after },
  );
}

async function readStored(
  tx: Tx,
  { after, through }: { readonly after: string; readonly through: string },
  border: Border | null,
): Promise<NewEvents & { readonly ended: readonly string[] }> {
  const rows = await tx.sql<UsageEventRow & { found: string }>(
    `select * from (
       select *, count(*) over () as found,
         sum(length(properties::text)) over (order by sequence) - length(properties::text) as characters_before
       from (
         select * from named_usage_event e where organization_number = ${ORGANIZATION_NUMBER}
           and sequence > $2 and sequence <= $3 and voided_sequence is null and ${namedInPostgres("$4", "$5")}
         order by sequence limit ${ROWS_AT_ONCE}
       ) as next
     ) as measured
     where characters_before < ${CHARACTERS_AT_ONCE} order by sequence`,
    [tx.organizationId, after, through, ...borderValues(border)],
  );
  const last = rows.at(-1);
  const isAll = last === undefined || (rows.length < ROWS_AT_ONCE && Number(last.found) === rows.length);
  const ended = border === null ? [] : await endedSinceBorder(tx, border, after);
  return { rows, end: isAll ? through : last.sequence, ended };
}

async function readCopied(
  tx: Tx,
  border: Border,
  range: { readonly after: string; readonly through: string; readonly ended: readonly string[] },
): Promise<NewEvents> {
  const found: EventColumns[] = [];
  const next = { columns: EVENT_COLUMNS, rest: `order by sequence limit ${ROWS_AT_ONCE}` };
  for await (const rows of copiedEvents<EventColumns>(border, range, next)) found.push(...rows);
  const all = (await toCopiedEvents(tx, found)).toSorted(bySequence);
  let characters = 0;
  const isRoomFor = ({ properties }: CopiedEvent) => {
    const fits = characters < CHARACTERS_AT_ONCE;
    characters += properties.length;
    return fits;
  };
  const taken = all.filter(isRoomFor);
  const last = taken.at(-1);
  const isAll = last === undefined || (all.length < ROWS_AT_ONCE && taken.length === all.length);
  return { rows: taken.map(toUsageEventRow), end: isAll ? range.through : last.sequence };
}
