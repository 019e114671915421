import { countsFromOf } from "../invoices/counts-from.ts";
import { listOf } from "../database/list-of.ts";
import type { Tx } from "../database/tx.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-row.ts";
import { inPostgres } from "../history/border.ts";
import { changesSource, copiedChanges } from "../history/copied-changes.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { sequenceAfter } from "../usage/sequence-after.ts";
import type { Row } from "../row.ts";

/** An invoiced service period of a price for which more usage arrived later. */
export type LateUsageRow = Row<"lateUsage">;

/** Events examined in one statement. */
const EVENTS_AT_ONCE = 200_000;

/** Whether the organization's usage was ever invoiced. */
export async function hasUsageTail(tx: Tx): Promise<boolean> {
  const rows = await tx.sql("select from usage_tail where organization_id = $1", [tx.organizationId]);
  return rows.length > 0;
}

/** Events with a sequence in (after, through]. */
export interface UsageRange {
  readonly after: bigint;
  readonly through: bigint;
}

/**
 * Begins a scan for late usage: moves the tail to `through` and records where the scan starts. Run it in a separate
 * transaction: issuing an invoice locks the tail as its last lock, and a scan takes long. If an invoice is issued
 * meanwhile, it moves the tail back, and the next scan covers the later events again. Returns whether there is a range
 * to scan: from this call, or from a scan that is running or was interrupted. Always false before usage was first
 * invoiced.
 */
export async function beginLookForLateUsage(tx: Tx, through: bigint): Promise<boolean> {
  await tx.sql(
    `update usage_tail set looked_from = sequence, sequence = $2
     where organization_id = $1 and looked_from is null and sequence < $2`,
    [tx.organizationId, through.toString()],
  );
  const begun = await tx.sql("select from usage_tail where organization_id = $1 and looked_from is not null", [
    tx.organizationId,
  ]);
  return begun.length > 0;
}

/**
 * The range that the current scan covers. Undefined if no scan was begun or another transaction has finished it. Only
 * one transaction scans at a time; a second one waits.
 */
export async function lockLookForLateUsage(tx: Tx): Promise<UsageRange | undefined> {
  await tx.sql("select pg_advisory_xact_lock(hashtextextended('late usage ' || $1::text, 0))", [tx.organizationId]);
  const [row] = await tx.sql<{ after: string; through: string }>(
    "select looked_from as after, sequence as through from usage_tail where organization_id = $1 and looked_from is not null",
    [tx.organizationId],
  );
  return row && { after: BigInt(row.after), through: BigInt(row.through) };
}

/**
 * Examines the events with a sequence in (after, through] for those that arrived after their period was invoiced, and
 * records the periods to correct. It examines each event once, by its sequence, and compares only late events with
 * invoices. There are few late events, so they are found once: as a join, a plan made while the tables were small would find them
 * again for each subscription.
 */
export async function noteLateUsage(tx: Tx, { after, through }: UsageRange): Promise<void> {
  for (let from = after; from < through;) {
    const to = await sequenceAfter(tx, from, through, EVENTS_AT_ONCE);
    const copied = await copiedChanges(tx, { after: from.toString(), through: to.toString() }, () => lastInvoiced(tx));
    await tx.sql(
      `with late as materialized (
         select s.account_id, s.event_name, e.timestamp, max(e.sequence) as sequence
         from (
           select stream_id, timestamp, sequence from usage_event e
           where organization_number = ${ORGANIZATION_NUMBER} and sequence > $2 and sequence <= $3 and voided_sequence is null
             and ${inPostgres("$7", "$8")}
           union all
           -- Voiding an event changes the period's usage just as adding one does.
           select stream_id, timestamp, voided_sequence from usage_event
           where organization_number = ${ORGANIZATION_NUMBER} and voided_sequence > $2 and voided_sequence <= $3
           union all
           ${changesSource("$4", "$5", "$6")}
         ) as e
         join usage_stream s on s.organization_id = $1 and s.id = e.stream_id
         join usage_invoiced i on i.organization_id = $1 and i.account_id = s.account_id
         where e.timestamp < i.until
         group by s.account_id, s.event_name, e.timestamp
       )
       insert into late_usage (organization_id, subscription_id, price_id, version_id, period_start, period_end)
       select distinct $1, s.id, l.price_id, l.version_id, l.period_start, l.period_end
       from late
       join subscription s on s.organization_id = $1 and s.account_id = late.account_id
       join invoice_line l on l.organization_id = $1 and l.subscription_id = s.id and l.kind = 'usage' and not l.is_void
         and l.usage_through < late.sequence and l.service_period_end > late.timestamp
       join invoice i on i.organization_id = $1 and i.id = l.invoice_id and i.status <> 'draft'
       join price p on p.organization_id = $1 and p.id = l.price_id
       join metric m on m.organization_id = $1 and m.id = any(p.metric_ids) and m.event_name = late.event_name
         -- A level depends on all events before the period, and a later part of a period on the parts before it.
         and (l.service_period_start <= late.timestamp or m.aggregation ->> 'method' = 'weighted_sum'
              or ${countsFromOf("l")} < l.period_start)
       -- A fixed order, so that two transactions that record the same periods cannot deadlock.
       order by 2, 3, 4, 5, 6
       on conflict do nothing`,
      [
        tx.organizationId,
        from.toString(),
        to.toString(),
        copied.streamIds,
        copied.timestamps,
        copied.sequences,
        ...copied.border,
      ],
    );
    from = to;
  }
}

/** The end of the last period whose usage was invoiced. No event after it is late. */
async function lastInvoiced(tx: Tx): Promise<string | null> {
  const [row] = await tx.sql<{ until: string | null }>(
    "select max(until) as until from usage_invoiced where organization_id = $1",
    [tx.organizationId],
  );
  return row?.until ?? null;
}

/** Ends a scan. Call it as the last statement of its transaction. */
export async function endLookForLateUsage(tx: Tx): Promise<void> {
  await tx.sql("update usage_tail set looked_from = null where organization_id = $1", [tx.organizationId]);
}

/**
 * Whether the period to correct is billed. If its invoice was voided, there is nothing to correct: a draft that bills
 * the period again counts all its usage when it is issued. Asked for each row (`offset 0`), because there are few: as a join, a plan
 * made while the tables were small would read the lines of all subscriptions.
 */
const IS_BILLED = `exists (
  select from invoice_line i
  join invoice b on b.organization_id = i.organization_id and b.id = i.invoice_id and b.status <> 'draft'
  where i.organization_id = l.organization_id and i.subscription_id = l.subscription_id
    and i.price_id = l.price_id and i.version_id = l.version_id and i.period_start = l.period_start
    and i.period_end = l.period_end and i.kind = 'usage' and not i.is_void offset 0)`;

/**
 * Subscriptions that have a correction to bill and no other billing scheduled, locked until commit. A subscription that
 * another transaction holds is left for the next run, because waiting for it would block other scans.
 */
export async function claimIdleWithLateUsage(tx: Tx): Promise<SubscriptionRow[]> {
  // Periods whose invoice was voided since.
  await tx.sql(
    `delete from late_usage where organization_id = $1 and ctid = any(array(
       select l.ctid from late_usage l where l.organization_id = $1 and not ${IS_BILLED} for no key update of l skip locked))`,
    [tx.organizationId],
  );
  return tx.sql<SubscriptionRow>(
    `select s.* from subscription s
     where s.organization_id = $1 and s.next_billing_at is null and s.status in ('active', 'canceled')
       and s.id in (select l.subscription_id from late_usage l where l.organization_id = $1)
     for no key update of s skip locked`,
    [tx.organizationId],
  );
}

/** The periods of these subscriptions that need a correction. */
export async function findLateUsage(tx: Tx, subscriptionIds: readonly string[]): Promise<LateUsageRow[]> {
  return tx.sql<LateUsageRow>(
    `select subscription_id, price_id, version_id, period_start, period_end from late_usage l
     where l.organization_id = $1 and subscription_id = any(${listOf(2)}) and ${IS_BILLED} order by subscription_id, period_start, price_id`,
    [tx.organizationId, subscriptionIds],
    "find-late-usage",
  );
}

/** Deletes the late usage of subscriptions whose corrections were billed. */
export async function deleteLateUsage(tx: Tx, subscriptionIds: readonly string[]): Promise<void> {
  if (subscriptionIds.length === 0) return;
  await tx.sql("delete from late_usage where organization_id = $1 and subscription_id = any($2)", [
    tx.organizationId,
    subscriptionIds,
  ]);
}

/** Invoiced usage of an account: until which instant, and up to which sequence it was counted. */
export interface InvoicedUsage {
  readonly accountId: string;
  readonly until: string;
  readonly through: string;
}

/**
 * Records that usage was invoiced. Events that arrived after it was counted are scanned again, because they may be late
 * now.
 */
export async function noteUsageInvoiced(tx: Tx, invoiced: readonly InvoicedUsage[]): Promise<void> {
  if (invoiced.length === 0) return;
  await tx.sql(
    `with counted as (
       select * from jsonb_to_recordset($2) as c ("accountId" text, until timestamptz, through bigint)
     ), until as (
       insert into usage_invoiced (organization_id, account_id, until)
       select $1, "accountId", max(until) from counted group by "accountId" order by "accountId"
       on conflict (organization_id, account_id) do update set until = excluded.until where usage_invoiced.until < excluded.until
     )
     insert into usage_tail (organization_id, sequence) select $1, min(through) from counted
     on conflict (organization_id) do update set sequence = excluded.sequence where usage_tail.sequence > excluded.sequence`,
    [tx.organizationId, JSON.stringify(invoiced)],
    "note-usage-invoiced",
  );
}
