import type { Pool } from "pg";
import type { World } from "../world.ts";

/** Every answered event is there, once, for its account, with the content that was answered first (invariant 9). */
export async function checkEvents(owner: Pool, world: World): Promise<string[]> {
  const { rows } = await owner.query<{ uniqueId: string; accountId: string; eventName: string; at: number }>(
    `select unique_id as "uniqueId", account_id as "accountId", event_name as "eventName",
       (extract(epoch from timestamp) * 1000)::float8 as at from named_usage_event where organization_id = $1`,
    [world.platform.organizationId],
  );
  const stored = new Map(rows.map((row) => [row.uniqueId, row]));
  const faults = world.sent.flatMap(({ uniqueId, accountId, eventName, at }) => {
    const row = stored.get(uniqueId);
    const isSame = row?.accountId === accountId && row.eventName === eventName && row.at === at;
    return isSame ? [] : [`the event ${uniqueId} is stored as ${JSON.stringify(row)}`];
  });
  if (rows.length !== world.sent.length)
    faults.push(`${rows.length} events are stored, ${world.sent.length} were taken`);
  return faults;
}
