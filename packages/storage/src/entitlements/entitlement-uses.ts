import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";

/** One account's use of one feature in one period. */
export interface UseKey {
  readonly accountId: string;
  readonly featureKey: string;
  readonly period: string;
}

export interface EntitlementUse extends UseKey {
  readonly used: string;
  readonly reserved: string;
  readonly earliestExpiry: string | null;
}

const KEY = { accountId: "text", featureKey: "text", period: "text" } as const;

/**
 * Begins counting periods that are not counted yet, in the order of their keys, so that concurrent calls cannot
 * deadlock.
 */
export async function beginEntitlementUses(
  tx: Tx,
  uses: readonly (UseKey & { readonly periodEnd: string })[],
): Promise<void> {
  if (uses.length === 0) return;
  const { columns, source, values } = unnested(uses, { ...KEY, periodEnd: "timestamptz" });
  await tx.sql(
    `insert into entitlement_use (organization_id, ${columns}, used, reserved)
     select $1, ${columns}, 0, 0 from ${source} order by account_id, feature_key, period on conflict do nothing`,
    [tx.organizationId, ...values],
    "begin-entitlement-uses",
  );
}

/** Locks and returns the current counts, in the order of the keys, until the transaction ends. */
export async function lockEntitlementUses(tx: Tx, keys: readonly UseKey[]): Promise<EntitlementUse[]> {
  const { source, values } = unnested(keys, KEY);
  return tx.sql<EntitlementUse>(
    `select u.account_id, u.feature_key, u.period, u.used, u.reserved, u.earliest_expiry
     from ${source} join entitlement_use u on u.organization_id = $1 and u.account_id = given.account_id
       and u.feature_key = given.feature_key and u.period = given.period
     order by u.account_id, u.feature_key, u.period for no key update of u`,
    [tx.organizationId, ...values],
    "lock-entitlement-uses",
  );
}

/**
 * After a change of time zone: extends the current counts, so that they are found until their period has ended in every
 * zone.
 */
export async function prolongEntitlementUses(tx: Tx, accountIds: readonly string[]): Promise<void> {
  await tx.sql(
    `update entitlement_use set period_end = period_end + interval '2 days'
     where organization_id = $1 and account_id = any($2) and period_end < 'infinity'`,
    [tx.organizationId, accountIds],
  );
}
