import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";

/** One period of one alert, as thresholds are told in it: once each. */
export interface ToldPeriod {
  readonly alertId: string;
  readonly accountId: string;
  /** "" where usage is judged for the account as a whole. */
  readonly subscriptionId: string;
  readonly period: string;
}

/** A threshold that was reached in it. */
export interface ReachedThreshold extends ToldPeriod {
  readonly threshold: string;
  readonly value: string;
  readonly reachedAt: string;
}

type ToldThreshold = ToldPeriod & Pick<ReachedThreshold, "threshold">;

const PERIOD = { alertId: "text", accountId: "text", subscriptionId: "text", period: "text" } as const;
const REACHED = { ...PERIOD, threshold: "numeric", value: "numeric", reachedAt: "timestamptz" } as const;

/** What was told in these periods. */
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
 * Notes thresholds as told and answers those that were not told before: whoever else sees the same one reached waits for
 * this transaction, and is then answered without it. In the order of the key, so that nobody deadlocks.
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
