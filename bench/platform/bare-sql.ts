import { createHash } from "node:crypto";
import pg from "pg";
import type { LoadEvent } from "./event-load.ts";

/**
 * The same rows into the same two tables, written by bare SQL from one process: what PostgreSQL takes when nobody checks a
 * body, finds an account, hashes a content or says what became of an event. As the owner, whom no policy binds.
 */
const INSERT = `
  with given as materialized (
    select * from jsonb_to_recordset($2) as given (u text, h bytea, a text, r text, e text, t timestamptz, p jsonb)
  ), fresh as (
    insert into usage_event_key (organization_id, unique_id, content_hash, sequence)
    select $1, u, h, 0 from given order by u collate "C" on conflict do nothing returning unique_id
  )
  insert into usage_event (sequence, timestamp, received_at, organization_id, account_id, account_reference, event_name, unique_id,
    properties)
  select nextval('usage_batch'), t, now(), $1, a, r, e, u, p from given join fresh on fresh.unique_id = given.u`;

/** What one statement writes, made beforehand: the writing is measured, not the making. */
export function bareBatch(events: readonly LoadEvent[], accountIds: ReadonlyMap<string, string>): string {
  const first = new Map(events.map((event) => [event.uniqueId, event]));
  return JSON.stringify(
    [...first.values()].map((event) => ({
      u: event.uniqueId,
      h: `\\x${createHash("sha256").update(event.uniqueId).digest("hex").slice(0, 32)}`,
      a: accountIds.get(event.account),
      r: event.account,
      e: event.eventName,
      t: event.timestamp,
      p: event.properties,
    })),
  );
}

/** Writes the batches over as many connections as the server has writers. */
export async function writeBare(clients: readonly pg.Client[], organizationId: string, batches: readonly string[]) {
  const rest = batches.values();
  await Promise.all(
    clients.map(async (client) => {
      for (const batch of rest) await client.query({ name: "bare", text: INSERT, values: [organizationId, batch] });
    }),
  );
}

export async function connect(ownerUrl: string, count: number): Promise<pg.Client[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({ connectionString: ownerUrl });
      await client.connect();
      return client;
    }),
  );
}
