import type { SubscriptionRow } from "../subscriptions/subscription-row.ts";
import type { Tx } from "../database/tx.ts";

/** What an alert needs to know about an account to determine its current period. */
export interface JudgedAccount {
  id: string;
  /** The account's own time zone, otherwise the organization's (R-TIME-1). */
  timeZone: string;
  /** The current time of the account's test clock, if it has one. */
  frozenTime: string | null;
}

export async function findJudgedAccounts(tx: Tx, ids: readonly string[]): Promise<JudgedAccount[]> {
  return tx.sql<JudgedAccount>(
    `select a.id, coalesce(a.timezone, o.timezone) as time_zone, c.frozen_time
     from account a join organization o on o.id = a.organization_id
     left join test_clock c on c.organization_id = a.organization_id and c.id = a.test_clock_id
     where a.organization_id = $1 and a.id = any($2)`,
    [tx.organizationId, ids],
    "find-judged-accounts",
  );
}

/** The active subscriptions of these accounts that sell, or sold, a price measured by one of these metrics. */
export async function findSubscriptionsByMetric(
  tx: Tx,
  accountIds: readonly string[],
  metricIds: readonly string[],
): Promise<SubscriptionRow[]> {
  if (accountIds.length === 0) return [];
  return tx.sql<SubscriptionRow>(
    `select s.* from subscription s
     where s.organization_id = $1 and s.account_id = any($2) and s.status = 'active' and exists (
       select from subscription_version v
       join version_price sold on sold.organization_id = v.organization_id and sold.version_id = v.id
       join price p on p.organization_id = sold.organization_id and p.id = sold.price_id
       where v.organization_id = $1 and v.subscription_id = s.id and v.status <> 'draft' and p.metric_ids && $3::text[])
     order by s.id`,
    [tx.organizationId, accountIds, metricIds],
  );
}
