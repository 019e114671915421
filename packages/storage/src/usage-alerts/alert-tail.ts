import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { inPostgres } from "../history/border.ts";
import { changesSource, copiedChanges } from "../history/copied-changes.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";

/** The organizations with alerts and with usage that was not checked for them. */
export async function organizationsWithAlertsToLookAt(database: Database): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_alerts_to_look_at()",
    [],
    "organizations-with-alerts-to-look-at",
  );
  return rows.map((row) => row.organizationId);
}

/**
 * Starts checking events for alerts from a sequence on. If checking has already started, its position stays. Locks the
 * tail, so that a worker that is about to remove the tail sees the alert that the caller created.
 */
export async function beginAlertTail(tx: Tx, sequence: string): Promise<void> {
  await tx.sql(
    `insert into usage_alert_tail as tail (organization_id, sequence) values ($1, $2)
     on conflict (organization_id) do update set sequence = tail.sequence`,
    [tx.organizationId, sequence],
  );
}

/**
 * The sequence up to which events were checked, locked until commit; undefined without alerts. If another worker holds
 * the tail, waits for it, or with `skip locked` returns undefined.
 */
export async function lockAlertTail(tx: Tx, whenLocked: "skip locked" | ""): Promise<bigint | undefined> {
  const [row] = await tx.sql<{ sequence: string }>(
    `select sequence from usage_alert_tail where organization_id = $1 for no key update ${whenLocked}`,
    [tx.organizationId],
  );
  return row === undefined ? undefined : BigInt(row.sequence);
}

/** Records up to which sequence events were checked. Removes the tail if no alert is active. */
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

/** Events of one account with the same name that began or ceased to count. */
export interface NewUsage {
  accountId: string;
  eventName: string;
  /** When the first and the last of them happened. */
  first: string;
  last: string;
}

/** The accounts and event names whose usage changed with the events in (after, through], each combination once. */
export async function findNewUsage(tx: Tx, after: bigint, through: bigint): Promise<NewUsage[]> {
  const copied = await copiedChanges(tx, { after: after.toString(), through: through.toString() });
  return tx.sql<NewUsage>(
    `select account_id, event_name, min(timestamp) as first, max(timestamp) as last from (
       select stream_id, timestamp from usage_event e
       where organization_number = ${ORGANIZATION_NUMBER} and sequence > $2 and sequence <= $3 and voided_sequence is null
         and ${inPostgres("$7", "$8")}
       union all
       -- Voiding an event with a negative value increases the usage.
       select stream_id, timestamp from usage_event
       where organization_number = ${ORGANIZATION_NUMBER} and voided_sequence > $2 and voided_sequence <= $3
       union all
       select stream_id, timestamp from (${changesSource("$4", "$5", "$6")}) as copied
     ) as changed
     join usage_stream s on s.organization_id = $1 and s.id = changed.stream_id
     where account_id is not null group by account_id, event_name order by account_id, event_name`,
    [
      tx.organizationId,
      after.toString(),
      through.toString(),
      copied.streamIds,
      copied.timestamps,
      copied.sequences,
      ...copied.border,
    ],
  );
}
