import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";

/** Organizations with alerts and usage that was not looked at for them. */
export async function organizationsWithAlertsToLookAt(database: Database): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_alerts_to_look_at()",
    [],
    "organizations-with-alerts-to-look-at",
  );
  return rows.map((row) => row.organizationId);
}

/**
 * Has events looked at for alerts from a sequence on; where they are already it stays where it is. Locks the tail, so that the
 * worker that is about to end it sees the alert for which it is asked.
 */
export async function beginAlertTail(tx: Tx, sequence: string): Promise<void> {
  await tx.sql(
    `insert into usage_alert_tail as tail (organization_id, sequence) values ($1, $2)
     on conflict (organization_id) do update set sequence = tail.sequence`,
    [tx.organizationId, sequence],
  );
}

/**
 * Up to where events were looked at, locked until commit; undefined without alerts. While another worker has it, it is waited
 * for, or (`skip locked`) left to that one.
 */
export async function lockAlertTail(tx: Tx, whenLocked: "skip locked" | ""): Promise<bigint | undefined> {
  const [row] = await tx.sql<{ sequence: string }>(
    `select sequence from usage_alert_tail where organization_id = $1 for no key update ${whenLocked}`,
    [tx.organizationId],
  );
  return row === undefined ? undefined : BigInt(row.sequence);
}

/** Notes up to where events were looked at; without an active alert there is nothing to look for any more. */
export async function moveAlertTail(tx: Tx, sequence: bigint): Promise<void> {
  await tx.sql("update usage_alert_tail set sequence = $2 where organization_id = $1", [
    tx.organizationId,
    sequence.toString(),
  ]);
  await tx.sql(
    `delete from usage_alert_tail where organization_id = $1
       and not exists (select from usage_alert where organization_id = $1 and active)`,
    [tx.organizationId],
  );
}

/** Events of one name of one account that began or ceased to count. */
export interface NewUsage {
  accountId: string;
  eventName: string;
  /** When the first and the last of them happened. */
  first: string;
  last: string;
}

/** Whose usage changed with the events in (after, through], each account and name once. */
export async function findNewUsage(tx: Tx, after: bigint, through: bigint): Promise<NewUsage[]> {
  return tx.sql<NewUsage>(
    `select account_id, event_name, min(timestamp) as first, max(timestamp) as last from (
       select stream_id, timestamp from usage_event
       where organization_number = ${ORGANIZATION_NUMBER} and sequence > $2 and sequence <= $3 and voided_sequence is null
       union all
       -- Without an event that took back some of the usage, more is used than before.
       select stream_id, timestamp from usage_event
       where organization_number = ${ORGANIZATION_NUMBER} and voided_sequence > $2 and voided_sequence <= $3
     ) as changed
     join usage_stream s on s.organization_id = $1 and s.id = changed.stream_id
     where account_id is not null group by account_id, event_name order by account_id, event_name`,
    [tx.organizationId, after.toString(), through.toString()],
  );
}
