import type { Tx } from "../database/tx.ts";

/** Events that count for nothing yet, and why (R-EVT-5). */
export interface UnmatchedEvents {
  reason: "unknown_account" | "no_metric";
  /** The account's name that is unknown, or the event name that no metric measures. */
  name: string;
  count: string;
  firstReceivedAt: string;
  lastReceivedAt: string;
  /** Events of all reasons and names, also of those that are not listed. */
  total: string;
}

/**
 * Kept events by reason and name, the most frequent first. An event of an unknown account is named once, as that.
 *
 * The names of events are found by one step in the index of metering for each account and name, so that events that count
 * cost nothing.
 *
 * @param limit how many reasons and names are answered.
 */
export async function countUnmatchedEvents(tx: Tx, limit: number): Promise<UnmatchedEvents[]> {
  return tx.sql<UnmatchedEvents>(
    `with recursive known as (
       select a.id as account_id,
         (select event_name from usage_event where account_id = a.id order by event_name limit 1) as event_name
       from account a where a.organization_id = $1
       union all
       select account_id, (
         select event_name from usage_event e
         where e.account_id = known.account_id and e.event_name > known.event_name order by event_name limit 1
       ) from known where event_name is not null
     ), unmeasured as materialized (
       select account_id, event_name from known
       where event_name is not null
         and not exists (select from metric m where m.organization_id = $1 and m.event_name = known.event_name)
     )
     select reason, name, count(*) as count, min(received_at) as first_received_at, max(received_at) as last_received_at,
       sum(count(*)) over () as total
     from (
       select 'unknown_account' as reason, account_reference as name, received_at from usage_event
       where organization_id = $1 and account_id is null and voided_sequence is null
       union all
       select 'no_metric', u.event_name, e.received_at from unmeasured u
       join usage_event e on e.organization_id = $1 and e.account_id = u.account_id and e.event_name = u.event_name
         and e.voided_sequence is null
     ) as kept
     group by reason, name order by count(*) desc, reason, name limit $2`,
    [tx.organizationId, limit],
  );
}
