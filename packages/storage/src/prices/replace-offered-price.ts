import { findBundles } from "../bundles/find-bundles.ts";
import type { BundleRow } from "../bundles/bundle-row.ts";
import type { Tx } from "../database/tx.ts";
import { findPlansById } from "../plans/find-plans.ts";
import type { PlanRow } from "../plans/plan-row.ts";

/** The bundles and plans that contain a price. */
export interface Offers {
  readonly bundles: readonly BundleRow[];
  readonly plans: readonly PlanRow[];
}

const CONTAINED = `price_groups @> jsonb_build_array(jsonb_build_object('priceIds', jsonb_build_array($2::text)))`;

/** Locks and reads the bundles and plans that contain the price, archived or not. Call it before the price is locked. */
export async function lockOffersOf(tx: Tx, priceId: string): Promise<Offers> {
  const bundles = await tx.sql<{ id: string }>(
    `select id from bundle where organization_id = $1
       and id in (select bundle_id from bundle_price where organization_id = $1 and price_id = $2)
     order by id for no key update`,
    [tx.organizationId, priceId],
  );
  const plans = await tx.sql<{ id: string }>(
    `select id from plan where organization_id = $1 and ${CONTAINED} order by id for no key update`,
    [tx.organizationId, priceId],
  );
  return readOffers(tx, { bundleIds: bundles.map(({ id }) => id), planIds: plans.map(({ id }) => id) });
}

/**
 * Puts one price in the place of another in all bundles and plans. Returns how they are afterwards. Versions of
 * subscriptions keep the old price.
 */
export async function replaceOfferedPrice(
  tx: Tx,
  { oldId, newId, at, offers }: { oldId: string; newId: string; at: string; offers: Offers },
): Promise<Offers> {
  const ids = { bundleIds: offers.bundles.map(({ id }) => id), planIds: offers.plans.map(({ id }) => id) };
  await tx.sql("update bundle_price set price_id = $3 where organization_id = $1 and price_id = $2", [
    tx.organizationId,
    oldId,
    newId,
  ]);
  await tx.sql("update bundle set updated_at = $3 where organization_id = $1 and id = any($2)", [
    tx.organizationId,
    ids.bundleIds,
    at,
  ]);
  await tx.sql(
    `update plan set updated_at = $4, price_groups = (
       select coalesce(jsonb_agg(jsonb_set(grp.value, '{priceIds}', (
         select coalesce(jsonb_agg(case when sold.value = $2 then $3 else sold.value end order by sold.ordinality), '[]')
         from jsonb_array_elements_text(grp.value -> 'priceIds') with ordinality sold
       )) order by grp.ordinality), '[]')
       from jsonb_array_elements(price_groups) with ordinality grp)
     where organization_id = $1 and id = any($5)`,
    [tx.organizationId, oldId, newId, at, ids.planIds],
  );
  return readOffers(tx, ids);
}

async function readOffers(tx: Tx, ids: { bundleIds: readonly string[]; planIds: readonly string[] }): Promise<Offers> {
  return { bundles: await findBundles(tx, ids.bundleIds), plans: await findPlansById(tx, ids.planIds) };
}
