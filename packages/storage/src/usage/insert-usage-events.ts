import type { Tx } from "../database/tx.ts";
import type { StoredEvent, UsageEvent } from "./usage-store.ts";

/**
 * Stores new events and answers what is stored under the ids that were not new. Two statements for any number of events,
 * and a third only when there are known ids.
 *
 * Ids are taken in their order, so that two batches with the same ids wait for one another and never deadlock. An id that
 * another transaction is just taking is waited for: after its commit it is known here, after its end without one it is new.
 */
export async function insertUsageEvents(
  tx: Tx,
  events: readonly UsageEvent[],
  receivedAt: string,
): Promise<StoredEvent[]> {
  await lockUsageSequence(tx);
  const known = await tx.sql<{ uniqueId: string }>(
    `with given as materialized (
       select * from jsonb_to_recordset($2) as given ("uniqueId" text, "contentHash" bytea, "accountId" text,
         "accountReference" text, "eventName" text, timestamp timestamptz, properties jsonb)
     ), fresh as (
       insert into usage_event_key (organization_id, unique_id, content_hash)
       select $1, "uniqueId", "contentHash" from given order by "uniqueId" collate "C"
       on conflict do nothing returning unique_id
     ), stored as (
       insert into usage_event (timestamp, received_at, organization_id, account_id, account_reference, event_name,
         unique_id, properties)
       select timestamp, $3, $1, "accountId", "accountReference", "eventName", "uniqueId", properties
       from given join fresh on fresh.unique_id = given."uniqueId"
     )
     select "uniqueId" as unique_id from given
     where not exists (select from fresh where fresh.unique_id = given."uniqueId")`,
    [tx.organizationId, toJson(events), receivedAt],
    "insert-usage-events",
  );
  return known.length === 0
    ? []
    : findStoredEvents(
        tx,
        known.map((event) => event.uniqueId),
      );
}

/** A statement of its own, for ids that were committed while the other one ran are visible only to a later one. */
async function findStoredEvents(tx: Tx, uniqueIds: readonly string[]): Promise<StoredEvent[]> {
  return tx.sql<StoredEvent>(
    `select unique_id, encode(content_hash, 'hex') as content_hash from usage_event_key
     where organization_id = $1 and unique_id = any($2)`,
    [tx.organizationId, uniqueIds],
    "find-stored-events",
  );
}

/** Held until the commit by all that gives events their sequence: what `current_usage_sequence()` waits for. */
export async function lockUsageSequence(tx: Tx): Promise<void> {
  const text = "select pg_advisory_xact_lock_shared(usage_sequence_lock($1))";
  await tx.sql(text, [tx.organizationId], "lock-usage-sequence");
}

/** Written by hand because the properties are JSON text already, whose numbers no parser of ours may touch. */
function toJson(events: readonly UsageEvent[]): string {
  return `[${events
    .map(
      (event) =>
        `{"uniqueId":${JSON.stringify(event.uniqueId)},"contentHash":"\\\\x${event.contentHash}",` +
        `"accountId":${JSON.stringify(event.accountId)},"accountReference":${JSON.stringify(event.accountReference)},` +
        `"eventName":${JSON.stringify(event.eventName)},"timestamp":"${event.timestamp}","properties":${event.properties}}`,
    )
    .join()}]`;
}
