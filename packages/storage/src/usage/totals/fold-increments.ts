import { invariant } from "@counterfoil/engine";
import type { Database } from "../../database/database.ts";
import type { Tx } from "../../database/tx.ts";
import { ORGANIZATION_NUMBER } from "../organization-number.ts";
import { ADDED_TO_TOTAL, MERGED_SEQUENCE, MERGED_VALUE } from "./merged.ts";
import { FOLDING_LANE } from "./write-totals.ts";

/** The maximum number of increments in one statement. */
const MOST_FOLDED = 2_000;
/**
 * An account's increments are folded when they reach this number of rows, this size in bytes, or this age, because many
 * increments add to the same totals. Every reading adds up the waiting increments. It needs 1.4 microseconds for each
 * entry of about 130 bytes.
 */
const WORTH_FOLDING = { rows: 64, bytes: 16_384, seconds: 20 };

/**
 * Folds the increments of accounts that have many or old ones: adds them to the totals of their quarters and days, and
 * deletes them. Returns whether there may be more. A reader sees each increment either as such or in the totals. Only
 * one transaction at a time folds the increments of an organization.
 */
export async function foldIncrements(tx: Tx, rows = WORTH_FOLDING.rows): Promise<boolean> {
  await tx.sql("select hold_usage_totals()", [], "hold-usage-totals");
  // Planned each time: a plan made while there were few increments would scan many of them for each account.
  const [row] = await tx.sql<{ folded: string }>(FOLD, [tx.organizationId, MOST_FOLDED, FOLDING_LANE, rows]);
  return Number(row?.folded ?? 0) === MOST_FOLDED;
}

/** The organizations that have increments, whether or not they are worth folding. */
export async function organizationsWithIncrements(database: Database): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_usage_increments()",
    [],
    "organizations-with-usage-increments",
  );
  return rows.map((row) => row.organizationId);
}

/** Folds the committed increments of an organization, unless none wait for this account. */
export async function foldIncrementsOf(tx: Tx, accountId: string): Promise<void> {
  const [row] = await tx.sql<{ has: boolean }>(
    `select exists (
       select from usage_increment where organization_number = ${ORGANIZATION_NUMBER} and account_id = $2
     ) as has`,
    [tx.organizationId, accountId],
    "has-usage-increments",
  );
  if (row?.has === true) await foldAllIncrements(tx);
}

/** Folds all committed increments. */
export async function foldAllIncrements(tx: Tx): Promise<void> {
  while (await foldIncrements(tx, 1));
}

/**
 * Folds all increments and holds back batches of events until the transaction ends, so that totals can be rebuilt from
 * the events. Returns the last sequence. It first folds the existing increments, to shorten the time for which batches
 * wait.
 */
export async function holdTotals(tx: Tx): Promise<number> {
  await foldAllIncrements(tx);
  const [held] = await tx.sql<{ through: string }>("select hold_usage_batches() as through");
  invariant(held !== undefined, "a function answers one row");
  await foldAllIncrements(tx);
  return Number(held.through);
}

/** The members of a total, for several totals `t` combined. */
const MERGED = `bool_or(t.is_stale) as is_stale, max(t.last_sequence) as last_sequence, sum(t.event_count) as event_count,
      sum(t.skipped) as skipped, min(t.first_at) as first_at, max(t.last_at) as last_at, ${MERGED_SEQUENCE} as latest_sequence,
      ${MERGED_VALUE} as value`;

/**
 * Increments of a deleted generation are only removed. `offset 0` makes the planner look up each series by its key.
 * With a join, it may read the whole table. If another transaction is creating a series, this waits for it.
 */
const FOLD = `with taken as (
    delete from usage_increment where ctid = any(array(
      select ctid from (
        select ctid, count(*) over account as rows, sum(pg_column_size(totals)) over account as bytes,
          min(stored_at) over account as since
        from usage_increment where organization_number = ${ORGANIZATION_NUMBER} window account as (partition by account_id)
      ) as increment
      where rows >= $4 or bytes >= ${WORTH_FOLDING.bytes} or since < now() - interval '${WORTH_FOLDING.seconds} seconds' limit $2))
    returning account_id, last_sequence, totals
  ), quarter as materialized (
    select t.generation, t.account_id, t.group_values, t.method, 900 as span, t.quarter as bucket, ${MERGED}
    from (
      select taken.account_id, taken.last_sequence, t.*
      from taken cross join lateral totals_of_increment(taken.totals) as t
      where t.generation in (select generation from usage_totalling where organization_id = $1)
    ) as t
    group by t.generation, t.account_id, t.group_values, t.method, t.quarter
  ), added as materialized (
    select * from quarter
    union all
    select t.generation, t.account_id, t.group_values, t.method, 86400, floor(t.bucket / 96.0)::integer, ${MERGED}
    from quarter as t
    group by t.generation, t.account_id, t.group_values, t.method, floor(t.bucket / 96.0)
  ), named as materialized (
    select names.*, found.id from (select distinct generation, account_id, group_values from added) as names
    left join lateral (
      select s.id from usage_series s where s.organization_id = $1 and s.generation = names.generation
        and s.account_id = names.account_id and s.group_values = names.group_values offset 0
    ) as found on true
  ), made as (
    insert into usage_series as s (organization_id, generation, account_id, group_values)
    select $1, generation, account_id, group_values from named where id is null
    order by generation, account_id, group_values
    on conflict (generation, account_id, group_values) do update set group_values = s.group_values
    returning id, generation, account_id, group_values
  ), series as (
    select id, generation, account_id, group_values from named where id is not null
    union all select * from made
  ), folded as (
    insert into usage_total as t (series_id, span, bucket, lane, method, is_stale, last_sequence, event_count, skipped, first_at,
      last_at, latest_sequence, organization_number, value)
    select series.id, span, bucket, $3::smallint, method, is_stale, last_sequence, event_count, skipped, first_at, last_at,
      latest_sequence, ${ORGANIZATION_NUMBER}, value
    from added join series using (generation, account_id, group_values)
    order by series.id, span, bucket
    ${ADDED_TO_TOTAL}
  )
  select count(*) as folded from taken`;
