import type { Tx } from "../database/tx.ts";

/**
 * Whether a published version, current or past, sells the price: from then on it is immutable (R-CAT-2). A sent quote
 * has the same effect, because what the customer reads and signs is what will be billed (R-SUB-1).
 */
export async function isPriceSold(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.sql(
    `select from version_price sold
     join subscription_version v on v.organization_id = sold.organization_id and v.id = sold.version_id
     join subscription s on s.organization_id = v.organization_id and s.id = v.subscription_id
     where sold.organization_id = $1 and sold.price_id = $2
       and (v.status <> 'draft' or s.status in ('sent', 'accepted')) limit 1`,
    [tx.organizationId, id],
  );
  return rows.length > 0;
}

/** Whether a bundle, a plan or a draft version contains the price. Its currency must then stay the same. */
export async function isPriceOffered(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.sql<{ offered: boolean }>(
    `select exists (select from bundle_price where organization_id = $1 and price_id = $2)
         or exists (select from version_price where organization_id = $1 and price_id = $2)
         or exists (select from plan where organization_id = $1
              and price_groups @> jsonb_build_array(jsonb_build_object('priceIds', jsonb_build_array($2::text))))
       as offered`,
    [tx.organizationId, id],
  );
  return row?.offered === true;
}

/** Keeps prices unchanged until the transaction ends, so that a price cannot be edited while it is being sold. */
export async function lockPrices(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.sql("select from price where organization_id = $1 and id = any($2) order by id for share", [
    tx.organizationId,
    ids,
  ]);
}
