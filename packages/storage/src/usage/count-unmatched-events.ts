import type { Tx } from "../database/tx.ts";

/** Events that count for nothing yet, and why (R-EVT-5). */
export interface UnmatchedEvents {
  reason: "unknown_account" | "no_metric";
  /** The account's name that is unknown, or the event name that no metric measures. */
  name: string;
  count: string;
  firstReceivedAt: string;
  lastReceivedAt: string;
}

/** Kept events by reason and name, the most frequent first. An event of an unknown account is named once, as that. */
export async function countUnmatchedEvents(tx: Tx): Promise<UnmatchedEvents[]> {
  return tx.sql<UnmatchedEvents>(
    `select reason, name, count(*) as count, min(received_at) as first_received_at, max(received_at) as last_received_at
     from (
       select 'unknown_account' as reason, account_reference as name, received_at from usage_event
       where organization_id = $1 and account_id is null and voided_sequence is null
       union all
       select 'no_metric', event_name, received_at from usage_event e
       where organization_id = $1 and account_id is not null and voided_sequence is null
         and not exists (select from metric m where m.organization_id = $1 and m.event_name = e.event_name)
     ) as kept
     group by reason, name order by count(*) desc, reason, name`,
    [tx.organizationId],
  );
}
