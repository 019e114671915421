import type { Database } from "../database/database.ts";
import { unnested } from "../database/unnested.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";

/** The organizations that check margins, and have costs for which they were not checked. */
export async function organizationsWithMarginsToLookAt(database: Database): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_margins_to_look_at()",
    [],
    "organizations-with-margins-to-look-at",
  );
  return rows.map((row) => row.organizationId);
}

/**
 * Starts checking margins from the first cost of the current month on any clock, so that margins that are low already are
 * found.
 */
export async function restartMarginTail(tx: Tx, now: string): Promise<void> {
  await tx.sql(
    `insert into margin_tail (organization_id, sequence)
     -- Months begin up to a day earlier in other time zones.
     select $1, coalesce(min(c.added_sequence) - 1, current_usage_sequence()) from event_cost c
     where c.organization_number = ${ORGANIZATION_NUMBER} and c.timestamp >= date_trunc('month',
         least($2::timestamptz, (select min(k.frozen_time) from test_clock k where k.organization_id = $1)) at time zone 'UTC'
       ) at time zone 'UTC' - interval '1 day'
     on conflict (organization_id) do update set sequence = excluded.sequence`,
    [tx.organizationId, now],
  );
}

export async function removeMarginTail(tx: Tx): Promise<void> {
  await tx.sql("delete from margin_tail where organization_id = $1", [tx.organizationId]);
}

/** The change of costs up to which margins were checked, locked until commit; otherwise as `lockSpendTail`. */
export async function lockMarginTail(tx: Tx, whenLocked: "skip locked" | ""): Promise<bigint | undefined> {
  const [row] = await tx.sql<{ sequence: string }>(
    `select sequence from margin_tail where organization_id = $1 for no key update ${whenLocked}`,
    [tx.organizationId],
  );
  return row === undefined ? undefined : BigInt(row.sequence);
}

export async function moveMarginTail(tx: Tx, sequence: bigint): Promise<void> {
  await tx.sql("update margin_tail set sequence = $2 where organization_id = $1", [
    tx.organizationId,
    sequence.toString(),
  ]);
}

/** The sequence of changes after that many costs, or `through` if there are fewer. */
export async function costSequenceAfter(tx: Tx, from: bigint, through: bigint, costs: number): Promise<bigint> {
  const [row] = await tx.sql<{ sequence: string }>(
    `select added_sequence as sequence from event_cost
     where organization_number = ${ORGANIZATION_NUMBER} and added_sequence > $2 and added_sequence <= $3
     order by added_sequence offset $4 limit 1`,
    [tx.organizationId, from.toString(), through.toString(), costs],
  );
  return row === undefined ? through : BigInt(row.sequence);
}

/** An account whose margin of the current month is to be checked. */
export interface MarginMonthRow {
  accountId: string;
  /** The first day of the month. */
  month: string;
  /** The day after the current day of the account. */
  until: string;
  /** The time of the account. */
  noticedAt: string;
}

/** The accounts with costs that were added in (after, through], except those that were told in their current month. */
export async function findMarginMonths(tx: Tx, after: bigint, through: bigint, now: string): Promise<MarginMonthRow[]> {
  return tx.sql<MarginMonthRow>(
    `select account_id, date_trunc('month', today)::date as month, today + 1 as until, noticed_at from (
       select a.id as account_id, coalesce(k.frozen_time, $4) as noticed_at,
         (coalesce(k.frozen_time, $4) at time zone coalesce(a.timezone, o.timezone))::date as today
       from (
         select distinct s.account_id from event_cost c join usage_stream s on s.organization_id = $1 and s.id = c.stream_id
         where c.organization_number = ${ORGANIZATION_NUMBER} and c.added_sequence > $2 and c.added_sequence <= $3
       ) as costed
       join account a on a.organization_id = $1 and a.id = costed.account_id
       join organization o on o.id = $1
       left join test_clock k on k.organization_id = $1 and k.id = a.test_clock_id
     ) as current
     where not exists (
       select from margin_low l where l.organization_id = $1 and l.account_id = current.account_id
         and l.month = date_trunc('month', today)::date)
     order by account_id`,
    [tx.organizationId, after.toString(), through.toString(), now],
  );
}

/** A low margin that was told. */
export type MarginLowRow = Row<"marginLow">;

const COLUMNS = {
  accountId: "text",
  month: "date",
  currency: "text",
  revenue: "numeric",
  cost: "numeric",
  noticedAt: "timestamptz",
} as const;

/** Records low margins as told, and returns the accounts that were not told in the month before. */
export async function insertLowMargins(tx: Tx, low: readonly MarginLowRow[]): Promise<string[]> {
  if (low.length === 0) return [];
  const { columns, source, values } = unnested(low, COLUMNS);
  const rows = await tx.sql<{ accountId: string }>(
    `insert into margin_low (organization_id, ${columns})
     select $1, ${columns} from ${source} order by account_id collate "C", month
     on conflict do nothing returning account_id`,
    [tx.organizationId, ...values],
  );
  return rows.map(({ accountId }) => accountId);
}
