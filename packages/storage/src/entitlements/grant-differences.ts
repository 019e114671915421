import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import { type EntitlementGrantRow, GRANT_COLUMNS } from "./entitlement-grants.ts";

/** A grant that exists on one side only. All values are text as PostgreSQL writes it. */
export interface GrantDifference extends Record<keyof typeof GRANT_COLUMNS, string> {
  /** `stored`: a row that no contract grants. `granted`: a grant of a contract without a row. */
  readonly side: "stored" | "granted";
}

const COLUMN_NAMES = unnested<EntitlementGrantRow>([], GRANT_COLUMNS).columns;
const AS_TEXT = COLUMN_NAMES.split(", ")
  .map((column) => `${column}::text`)
  .join(", ");

/**
 * Compares the stored grants of these accounts with what their contracts grant. A row that differs appears on both
 * sides. Grants of subscriptions created after `subscriptionIds` were locked are left out.
 */
export async function findGrantDifferences(
  tx: Tx,
  accountIds: readonly string[],
  subscriptionIds: readonly string[],
  granted: readonly EntitlementGrantRow[],
): Promise<GrantDifference[]> {
  const { source, values } = unnested(granted, GRANT_COLUMNS);
  return tx.sql<GrantDifference>(
    `with granted as (select ${COLUMN_NAMES} from ${source}),
     stored as (select ${COLUMN_NAMES} from entitlement_grant g
       where organization_id = $1 and account_id = any($${values.length + 2}) and not exists (
         select from subscription s where s.organization_id = $1 and s.id = g.subscription_id
           and s.account_id = g.account_id and s.id <> all($${values.length + 3})))
     select 'stored' as side, ${AS_TEXT} from (select * from stored except select * from granted) as extra
     union all select 'granted', ${AS_TEXT} from (select * from granted except select * from stored) as missing
     order by account_id, feature_key, subscription_id, valid_from, side desc`,
    [tx.organizationId, ...values, accountIds, subscriptionIds],
  );
}

/**
 * Deletes grants that no contract gives, and inserts missing ones. Keeps what another transaction has written since.
 */
export async function repairGrants(tx: Tx, differences: readonly GrantDifference[]): Promise<void> {
  const extra = differences.filter(({ side }) => side === "stored");
  const key = { accountId: "text", featureKey: "text", subscriptionId: "text", validFrom: "timestamptz" } as const;
  const deleted = unnested(extra, key);
  await tx.sql(
    `delete from entitlement_grant g using ${deleted.source}
     where g.organization_id = $1 and g.account_id = given.account_id and g.feature_key = given.feature_key
       and g.subscription_id = given.subscription_id and g.valid_from = given.valid_from`,
    [tx.organizationId, ...deleted.values],
  );
  const missing = differences.filter(({ side }) => side === "granted");
  const { columns, source, values } = unnested(missing, GRANT_COLUMNS);
  await tx.sql(
    `insert into entitlement_grant (organization_id, ${columns}) select $1, ${columns} from ${source}
     on conflict do nothing`,
    [tx.organizationId, ...values],
  );
}
