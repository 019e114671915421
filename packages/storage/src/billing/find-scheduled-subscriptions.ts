import type { Tx } from "../database/tx.ts";

export interface ScheduledSubscription {
  readonly id: string;
  readonly nextBillingOn: string;
  readonly lastBillingDate: string | null;
}

/** Subscriptions that have something to come: of one account, or (null) of all accounts without a zone of their own. */
export async function findScheduledSubscriptions(tx: Tx, accountId: string | null): Promise<ScheduledSubscription[]> {
  return tx.sql<ScheduledSubscription>(
    `select s.id, s.next_billing_on, s.last_billing_date from subscription s
     join account a on a.organization_id = s.organization_id and a.id = s.account_id
     where s.organization_id = $1 and s.next_billing_on is not null
       and ($2::text is not null and a.id = $2 or $2::text is null and a.timezone is null)
     order by s.id for update of s`,
    [tx.organizationId, accountId],
  );
}
