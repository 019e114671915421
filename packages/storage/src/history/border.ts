import type { Tx } from "../database/tx.ts";
import { HistoryAway } from "./history-away.ts";
import { type History, type HistoryValues, refuseAll } from "./history.ts";

/**
 * Which events one reading takes from which store (R-HIST-2). From ClickHouse: those that happened before `before` and
 * began to count by `through`. From PostgreSQL: all others. An event that ClickHouse has may have ended since; PostgreSQL
 * says so.
 */
export interface Border {
  readonly history: History;
  readonly table: string;
  readonly organizationNumber: number;
  /** The watermark. */
  readonly through: string;
  /** An instant, or `infinity`. */
  readonly before: string;
  /**
   * What PostgreSQL no longer has: copied events that happened before this instant, and that began to count by this sequence.
   * Null if it has all events.
   */
  readonly droppedBefore: string | null;
  readonly droppedThrough: string | null;
  readonly copy: number;
}

/** What a reading takes from ClickHouse. */
export interface BorderOptions {
  /**
   * `copied`: everything up to the watermark. For readings along an account and time, as ClickHouse orders its rows.
   * `dropped`: only what PostgreSQL no longer has. For audits of what PostgreSQL has.
   * `as_configured`: the same, unless all readings of the process take what is copied. For readings in an order that
   * ClickHouse does not have.
   */
  readonly reads?: "copied" | "dropped" | "as_configured";
  /** The reading needs no event that happened earlier. Null: it may need every event. */
  readonly from?: string | null;
  /** The reading needs no event that began to count by this sequence. */
  readonly after?: string;
}

interface BorderRow {
  organizationNumber: number;
  throughSequence: string;
  copy: number;
  name: string;
  isolation: string;
  isDistrusted: boolean;
  droppedBefore: string | null;
  droppedThrough: string | null;
}

/** How often a reading is repeated because the border moved under it. */
const TIMES = 3;

/**
 * Reads with the border, or with null if everything is read from PostgreSQL. If ClickHouse fails, reads once more from
 * PostgreSQL alone, and if the copy is repaired during the reading, once more: so `reading` must not have effects outside
 * (R-HIST-4). It must take what PostgreSQL answers before what ClickHouse answers, so that no cursor is open
 * if ClickHouse fails.
 *
 * @throws HistoryAway if the reading needs events that only ClickHouse has, and it cannot be used
 */
export async function acrossBorder<Result>(
  tx: Tx,
  reading: (border: Border | null) => Promise<Result>,
  options: BorderOptions = {},
): Promise<Result> {
  for (let time = 1; ; time += 1) {
    const border = await openBorder(tx, options);
    if (border === null) return reading(null);
    try {
      const result = await reading(border);
      const after = await findBorder(tx);
      if (after?.copy === border.copy && after.droppedBefore === border.droppedBefore) return result;
      if (time === TIMES) throw new HistoryAway("unavailable", "The copy of events is being repaired");
    } catch (error) {
      if (!(error instanceof HistoryAway)) throw error;
      if (!needsDropped(border, options)) return reading(null);
      // Once more with what PostgreSQL has: that may be enough.
      if (border.before !== "infinity" || time === TIMES) throw error;
    }
  }
}

/**
 * The border of one reading. Null: everything is read from PostgreSQL, because it has everything that the reading needs and
 * ClickHouse must not or need not be used. For readings that a failure of ClickHouse ends; others use `acrossBorder`.
 *
 * If only ClickHouse has what the reading may need and it must not be used, asking it fails at once: a reading that finds
 * everything in PostgreSQL does not ask (R-HIST-4).
 */
export async function openBorder(tx: Tx, options: BorderOptions = {}): Promise<Border | null> {
  const { reads = "copied" } = options;
  const found = await findBorder(tx);
  if (found === null) return null;
  const { history } = tx;
  const isNeeded = needsDropped(found, options);
  const refusal = refusalOf(history, found);
  if (history === null || refusal !== null) {
    return isNeeded ? { ...found, history: refuseAll(refusal ?? ""), before: found.droppedBefore ?? "infinity" } : null;
  }
  // A reading of one instant cannot notice that the copy is repaired meanwhile. What PostgreSQL no longer has is not repaired.
  const readsAll =
    found.isolation === "read committed" && (reads === "copied" || (reads === "as_configured" && history.readsCopied));
  if (readsAll) return { ...found, history, before: "infinity" };
  return isNeeded ? { ...found, history, before: found.droppedBefore ?? "infinity" } : null;
}

/** Why ClickHouse must not be used now; null if it may be. */
function refusalOf(history: History | null, { isDistrusted }: FoundBorder): string | null {
  if (history === null) return "This process has no ClickHouse, which has events of dropped months";
  if (isDistrusted) return `ClickHouse at ${history.name} has a block that differs from PostgreSQL`;
  return history.isAvoided() ? `ClickHouse at ${history.name} was unavailable a moment ago` : null;
}

function needsDropped(
  { droppedBefore, droppedThrough }: Pick<Border, "droppedBefore" | "droppedThrough">,
  { from = null, after }: BorderOptions,
): boolean {
  if (droppedBefore === null || droppedThrough === null) return false;
  if (after !== undefined && BigInt(after) >= BigInt(droppedThrough)) return false;
  return from === null || Date.parse(from) < Date.parse(droppedBefore);
}

/**
 * Rows of a query about events up to the watermark. The answer stays the same until the watermark moves or the copy is repaired, so
 * a process remembers it if it is short: the way to ClickHouse takes longer than to read it.
 */
export function settledRows<Row extends readonly unknown[]>(
  { history, copy, through }: Border,
  query: string,
  values: HistoryValues,
): AsyncGenerator<Row[]> {
  return history.settledRows(`${copy} ${through}`, query, values);
}

/** The same for a query that names its values. Null if its rows are not few (`History.fewRows`). */
export function fewSettledRows<Row extends readonly unknown[]>(
  { history, copy, through }: Border,
  query: string,
  areFew: (rows: readonly Row[]) => boolean,
): Promise<Row[] | null> {
  return history.fewRows(`${copy} ${through}`, query, areFew);
}

type FoundBorder = Omit<Border, "before" | "history"> & Pick<BorderRow, "isDistrusted" | "isolation">;

async function findBorder(tx: Tx): Promise<FoundBorder | null> {
  const [row] = await tx.sql<BorderRow>(
    `select o.number as organization_number, h.through_sequence, h.copy, usage_history_table_name() as name, h.is_distrusted,
       d.before as dropped_before, d.through as dropped_through, current_setting('transaction_isolation') as isolation
     from usage_history h join organization o on o.id = h.organization_id left join usage_history_dropped() d on true
     where h.organization_id = $1 and h.through_sequence > 0`,
    [tx.organizationId],
    "find-history-border",
  );
  if (row === undefined) return null;
  const { throughSequence: through, name: table, ...rest } = row;
  return { table, through, ...rest };
}

/**
 * The condition of the events `e` of known accounts that a reading takes from PostgreSQL. The watermark and `before` are
 * bound; both are null without a border, when all events are.
 */
export function inPostgres(watermark: `$${number}`, before: `$${number}`, events = "e"): string {
  return `(${watermark}::bigint is null or ${events}.sequence > ${watermark}::bigint or ${events}.timestamp >= ${before}::timestamptz)`;
}

/** The same among events of all accounts, of `named_usage_event`: those of unknown accounts are only in PostgreSQL. */
export function namedInPostgres(watermark: `$${number}`, before: `$${number}`, events = "e"): string {
  return `(${events}.account_id is null or ${inPostgres(watermark, before, events)})`;
}

/**
 * The condition of the events `e` that a reading takes from ClickHouse, and that ended after the watermark: the rows that
 * PostgreSQL still has of them. No event without a border.
 */
export function endedSince(watermark: `$${number}`, before: `$${number}`, events = "e"): string {
  return `(${events}.voided_sequence > ${watermark}::bigint and ${events}.sequence <= ${watermark}::bigint
    and ${events}.timestamp < ${before}::timestamptz)`;
}

/** The values of `watermark` and `before`. */
export function borderValues(border: Border | null): [string | null, string | null] {
  return border === null ? [null, null] : [border.through, border.before];
}
