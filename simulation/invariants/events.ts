import type { Pool } from "pg";
import type { EventTaken } from "../journal/journal.ts";
import type { World } from "../world.ts";

/**
 * Every answered event exists once, for its account, with its first content or its last amendment; voided ones do not count
 * (invariant 9).
 */
export async function checkEvents(owner: Pool, world: World): Promise<string[]> {
  const { rows } = await owner.query<{ uniqueId: string; accountId: string; eventName: string; at: number }>(
    `select unique_id as "uniqueId", account_id as "accountId", event_name as "eventName",
       (extract(epoch from timestamp) * 1000)::float8 as at from named_usage_event
     where organization_id = $1 and voided_sequence is null`,
    [world.platform.organizationId],
  );
  const stored = new Map(rows.map((row) => [row.uniqueId, row]));
  const expected = eventsOf(world);
  const faults = expected.flatMap(({ uniqueId, accountId, eventName, at }) => {
    const row = stored.get(uniqueId);
    const isSame = row?.accountId === accountId && row.eventName === eventName && row.at === at;
    return isSame ? [] : [`the event ${uniqueId} is stored as ${JSON.stringify(row)}`];
  });
  if (rows.length !== expected.length) faults.push(`${rows.length} events count, and ${expected.length} should`);
  return faults;
}

function eventsOf({ journal }: World): EventTaken[] {
  const events = new Map<string, EventTaken>();
  for (const entry of journal) {
    if (entry.kind === "events_taken") for (const event of entry.events) events.set(event.uniqueId, event);
    if (entry.kind === "event_amended") events.set(entry.event.uniqueId, entry.event);
    if (entry.kind === "event_voided") events.delete(entry.uniqueId);
  }
  return [...events.values()];
}
