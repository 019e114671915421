import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

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
 * @param limit how many reasons and names are answered.
 */
export async function countUnmatchedEvents(tx: Tx, limit: number): Promise<UnmatchedEvents[]> {
  return tx.sql<UnmatchedEvents>(
    `select reason, name, count(*) as count, min(received_at) as first_received_at, max(received_at) as last_received_at,
       sum(count(*)) over () as total
     from (
       select case when s.account_id is null then 'unknown_account' else 'no_metric' end as reason,
         case when s.account_id is null then s.account_reference else s.event_name end as name, e.received_at
       from usage_stream s
       join usage_event e on e.stream_id = s.id and e.organization_number = ${ORGANIZATION_NUMBER} and e.voided_sequence is null
       where s.organization_id = $1
         and (s.account_id is null
           or not exists (select from metric m where m.organization_id = $1 and m.event_name = s.event_name))
     ) as kept
     group by reason, name order by count(*) desc, reason, name limit $2`,
    [tx.organizationId, limit],
  );
}
