import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";

/** One period of one alert. In it, each threshold is reported once. */
export interface ToldPeriod {
  readonly alertId: string;
  readonly accountId: string;
  /** "" if usage is checked for the account as a whole. */
  readonly subscriptionId: string;
  readonly period: string;
}

/** A threshold that was reached in the period. */
export interface ReachedThreshold extends ToldPeriod {
  readonly threshold: string;
  readonly value: string;
  readonly reachedAt: string;
}

type ToldThreshold = ToldPeriod & Pick<ReachedThreshold, "threshold">;

const PERIOD = { alertId: "text", accountId: "text", subscriptionId: "text", period: "text" } as const;
const REACHED = { ...PERIOD, threshold: "numeric", value: "numeric", reachedAt: "timestamptz" } as const;

/** The thresholds already reported in these periods. */
export async function findToldThresholds(tx: Tx, periods: readonly ToldPeriod[]): Promise<ToldThreshold[]> {
  if (periods.length === 0) return [];
  const { source, values } = unnested(periods, PERIOD);
  return tx.sql<ToldThreshold>(
    `select r.alert_id, r.account_id, r.subscription_id, r.period, r.threshold from ${source}
     join usage_alert_reached r on r.organization_id = $1 and r.alert_id = given.alert_id and r.account_id = given.account_id
       and r.subscription_id = given.subscription_id and r.period = given.period`,
    [tx.organizationId, ...values],
    "find-told-thresholds",
  );
}

/**
 * Records thresholds as reported and returns those that were not reported before. A concurrent transaction that reports
 * the same threshold waits for this one and does not get it. In the order of the key, so that such transactions cannot
 * deadlock.
 */
export async function insertReachedThresholds(tx: Tx, reached: readonly ReachedThreshold[]): Promise<ToldThreshold[]> {
  if (reached.length === 0) return [];
  const { columns, source, values } = unnested(reached, REACHED);
  return tx.sql<ToldThreshold>(
    `insert into usage_alert_reached (organization_id, ${columns})
     select $1, ${columns} from ${source}
     order by alert_id collate "C", account_id collate "C", subscription_id collate "C", period collate "C", threshold
     on conflict do nothing returning alert_id, account_id, subscription_id, period, threshold`,
    [tx.organizationId, ...values],
    "insert-reached-thresholds",
  );
}
