import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { Row } from "../row.ts";

/** Events of one minute that were rejected for the same reason. */
export type RejectedEvents = Row<"rejectedEvents", "events"> & { events: number };

/** Adds rejected events to their minute. Keeps up to `mostSamples` samples of each code. */
export async function addRejectedEvents(tx: Tx, rejected: readonly RejectedEvents[], mostSamples: number) {
  const { columns, source, values } = unnested(rejected, COLUMNS);
  // The same order everywhere, so that no two transactions deadlock.
  await tx.sql(
    `insert into rejected_events as r (organization_id, ${columns})
     select $1, ${columns} from ${source} order by minute, code
     on conflict (organization_id, minute, code) do update set
       events = r.events + excluded.events,
       samples = (select jsonb_agg(sample) from (
         select sample from jsonb_array_elements(r.samples || excluded.samples) with ordinality as listed (sample, place)
         order by place limit $${values.length + 2}) first)`,
    [tx.organizationId, ...values, mostSamples],
    "add-rejected-events",
  );
}

/**
 * Removes and returns the rejected events of minutes that ended before `present`, by minute and code. No other
 * transaction gets the same events.
 */
export function takeRejectedEvents(tx: Tx, present: string): Promise<RejectedEvents[]> {
  return tx.sql<RejectedEvents>(
    `with taken as (
       delete from rejected_events where organization_id = $1 and minute < date_trunc('minute', $2::timestamptz, 'UTC')
       returning minute, code, events, samples
     )
     select minute, code, events::integer as events, samples from taken order by minute, code`,
    [tx.organizationId, present],
    "take-rejected-events",
  );
}

/** Used by the worker before any organization is known. */
export async function organizationsWithRejectedEvents(database: Database, present: string): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_rejected_events($1)",
    [present],
    "organizations-with-rejected-events",
  );
  return rows.map(({ organizationId }) => organizationId);
}

const COLUMNS = { minute: "timestamptz", code: "text", events: "bigint", samples: "jsonb" } as const;
