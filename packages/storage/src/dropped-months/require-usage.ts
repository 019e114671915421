import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";

/** SQL: whether months of the organization `$1` were dropped. */
export const HAS_DROPPED_MONTHS = `exists (
  select from usage_dropped_month where organization_number = ${ORGANIZATION_NUMBER} and dropped_at is not null)`;

/**
 * Refuses a reading of PostgreSQL alone that needs events after a sequence, if some of them are of dropped months. Call it
 * after the reading: then a month that was dropped meanwhile is noticed.
 *
 * @param since also refuses only if the months ended after this instant; null for no limit
 * @throws HistoryAway
 */
export async function requireUsageAfter(tx: Tx, sequence: string, since: string | null): Promise<void> {
  await tx.sql("select require_usage_after($1, $2)", [sequence, since], "require-usage-after");
}

export async function hasDroppedMonths(tx: Tx): Promise<boolean> {
  const [row] = await tx.sql<{ found: boolean }>(`select ${HAS_DROPPED_MONTHS} as found`, [tx.organizationId]);
  return row?.found === true;
}
