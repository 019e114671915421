import type { Tx } from "../database/tx.ts";
import type { UsageEventRow } from "./list-usage-events.ts";

/** A place between the events of an account, by time; events at one instant are told apart by their sequence. */
export interface EventPlace {
  readonly timestamp: string;
  readonly sequence: string;
}

export interface AccountEventWalk {
  readonly accountId: string;
  /** Null for every name. */
  readonly eventName: string | null;
  /** Instants, half-open; null where there is no bound. */
  readonly from: string | null;
  readonly to: string | null;
  readonly order: "asc" | "desc";
  /** Where the last page ended; null for the first. */
  readonly after: EventPlace | null;
  readonly limit: number;
}

/**
 * The next events of an account by time. Each name is read along the index of metering up to `limit`, and the names are merged:
 * a page costs the same wherever it is and however many events there are.
 */
export async function walkAccountEvents(tx: Tx, walk: AccountEventWalk): Promise<UsageEventRow[]> {
  const names = walk.eventName === null ? await findEventNames(tx, walk.accountId) : [walk.eventName];
  const { order, after, from, to, limit } = walk;
  const isAfter = order === "desc" ? "<" : ">";
  const start = order === "desc" ? { timestamp: "infinity", sequence: 0 } : { timestamp: "-infinity", sequence: 0 };
  const { timestamp, sequence } = after ?? start;
  return tx.sql<UsageEventRow>(
    `select e.* from unnest($3::text[]) as name cross join lateral (
       select * from usage_event
       where organization_id = $1 and account_id = $2 and event_name = name and voided_sequence is null
         and timestamp >= $4 and timestamp < $5 and (timestamp, sequence) ${isAfter} ($6, $7)
       order by timestamp ${order}, sequence ${order} limit $8
     ) as e
     order by timestamp ${order}, sequence ${order} limit $8`,
    [tx.organizationId, walk.accountId, names, from ?? "-infinity", to ?? "infinity", timestamp, sequence, limit],
  );
}

/** Every name that events of the account have, by one step in the index for each. */
async function findEventNames(tx: Tx, accountId: string): Promise<string[]> {
  const rows = await tx.sql<{ eventName: string }>(
    `with recursive name as (
       (select event_name from usage_event where organization_id = $1 and account_id = $2 order by event_name limit 1)
       union all
       select next.event_name from name cross join lateral (
         select event_name from usage_event
         where organization_id = $1 and account_id = $2 and event_name > name.event_name
         order by event_name limit 1
       ) as next
     )
     select event_name from name`,
    [tx.organizationId, accountId],
  );
  return rows.map((row) => row.eventName);
}
