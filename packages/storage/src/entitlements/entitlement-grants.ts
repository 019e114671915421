import type { BillingInterval, Resets } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { Row } from "../row.ts";

/** What a subscription entitles its account to, in [validFrom, validUntil). */
export type EntitlementGrantRow = Row<"entitlementGrant"> & {
  resets: Resets;
  billingInterval: BillingInterval;
};

/** Replaces everything that the subscriptions granted. */
export async function replaceEntitlementGrants(
  tx: Tx,
  subscriptions: readonly { readonly id: string; readonly accountId: string }[],
  grants: readonly EntitlementGrantRow[],
): Promise<void> {
  // Matches the account as well, because the index on the rows begins with it.
  const of = unnested(subscriptions, { id: "text", accountId: "text" });
  await tx.sql(
    `delete from entitlement_grant g using ${of.source}
     where g.organization_id = $1 and g.account_id = given.account_id and g.subscription_id = given.id`,
    [tx.organizationId, ...of.values],
    "delete-entitlement-grants",
  );
  if (grants.length === 0) return;
  const { columns, source, values } = unnested(grants, GRANT_COLUMNS);
  await tx.sql(
    `insert into entitlement_grant (organization_id, ${columns}) select $1, ${columns} from ${source}`,
    [tx.organizationId, ...values],
    "insert-entitlement-grants",
  );
}

export const GRANT_COLUMNS = {
  accountId: "text",
  featureKey: "text",
  subscriptionId: "text",
  validFrom: "timestamptz",
  validUntil: "timestamptz",
  value: "text",
  resets: "text",
  startsOn: "date",
  anchorOn: "date",
  billingInterval: "text",
  timeZone: "text",
  earlierZones: "jsonb",
} as const;
