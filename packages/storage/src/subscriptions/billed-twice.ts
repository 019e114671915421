import type { Tx } from "../database/tx.ts";

/** A metric that another subscription of the account bills for some of the same days. */
export interface BilledTwiceRow {
  metricId: string;
  metricName: string;
  subscriptionId: string;
  subscriptionName: string;
}

/**
 * `billed_usage`: the days on which each relevant subscription bills the usage of a metric, half-open, with null for an
 * open end. Each version lasts until the next one starts; drafts count, too. `which` chooses the subscriptions `s`
 * (R-SUB-3).
 */
export const billedUsage = (which: string): string => `
  billed_usage as (
    select v.account_id, v.subscription_id, v.name, v.test_clock_id, v.activated_at, m.metric_id, v.start_on, v.end_on
    from (
      select s.account_id, s.id as subscription_id, s.name, s.test_clock_id, s.activated_at, v.id,
        greatest(v.start_on, s.contract_start_on + coalesce(s.trial_period_days, 0)) as start_on,
        least(coalesce(v.end_on, lead(v.start_on) over (partition by s.id order by v.start_on, v.created_at)), s.cancels_on,
          case when not s.auto_renew then s.contract_end_on end) as end_on
      from subscription s
      join subscription_version v on v.organization_id = s.organization_id and v.subscription_id = s.id and v.start_on is not null
      where s.organization_id = $1 and ${which}
    ) as v
    join version_price l on l.organization_id = $1 and l.version_id = v.id
    join price p on p.organization_id = $1 and p.id = l.price_id
    cross join lateral (select distinct unnest(p.metric_ids) as metric_id) as m
    where v.end_on is null or v.start_on < v.end_on
  )`;

/** Whether `a` and `b` have a day in common. */
export const SHARES_A_DAY =
  "(b.end_on is null or a.start_on < b.end_on) and (a.end_on is null or b.start_on < a.end_on)";

/**
 * The metrics that other active subscriptions bill for some of the same days as this one, whether or not this one is
 * active.
 */
export async function findBilledTwice(tx: Tx, subscriptionId: string): Promise<BilledTwiceRow[]> {
  const which = `(s.id = $2 or (s.status = 'active' and s.ended_at is null and s.account_id =
    (select account_id from subscription where organization_id = $1 and id = $2)))`;
  return tx.sql<BilledTwiceRow>(
    `with ${billedUsage(which)}
     select distinct a.metric_id, m.name as metric_name, b.subscription_id, b.name as subscription_name
     from billed_usage a
     join billed_usage b on b.metric_id = a.metric_id and b.subscription_id <> a.subscription_id and ${SHARES_A_DAY}
     join metric m on m.organization_id = $1 and m.id = a.metric_id
     where a.subscription_id = $2
     order by a.metric_id, b.subscription_id`,
    [tx.organizationId, subscriptionId],
  );
}
