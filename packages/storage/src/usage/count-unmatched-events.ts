import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "./organization-number.ts";

/** Events that do not count yet, and why (R-EVT-5). */
export interface UnmatchedEvents {
  reason: "unknown_account" | "no_metric";
  /** The unknown name of the account, or the event name that no metric measures. */
  name: string;
  count: string;
  firstReceivedAt: string;
  lastReceivedAt: string;
  /** The number of events for all reasons and names, including those not listed. */
  total: string;
}

/**
 * Counts unmatched events by reason and name, the most frequent first. An event of an unknown account counts only for
 * that reason.
 *
 * @param limit the maximum number of reasons and names returned
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
