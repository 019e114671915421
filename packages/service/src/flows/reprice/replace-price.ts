import {
  insertPrice,
  moveCatalogKey,
  type Offers,
  type PriceRow,
  replaceOfferedPrice,
  updatePrice as savePrice,
} from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { toPrice } from "../../prices/index.ts";
import { auditAll } from "../../record.ts";

interface Replacement {
  readonly before: PriceRow;
  /** The changed terms, with the ID of the old price. */
  readonly decided: PriceRow;
  /** The bundles and plans that contain the old price, locked. */
  readonly offers: Offers;
}

/**
 * Creates the price that replaces a sold one (R-CAT-2), and archives the old one. Bundles, plans and the catalog key move
 * to the new price. Subscriptions and drafts keep the old one.
 */
export async function replacePrice(work: Work, { before, decided, offers }: Replacement): Promise<PriceRow> {
  const now = work.clock.now();
  const id = work.ids.next("price");
  const made: PriceRow = {
    ...decided,
    id,
    archivedAt: null,
    replacesPriceId: before.id,
    replacedByPriceId: null,
    createdAt: now,
    updatedAt: now,
  };
  const old: PriceRow = { ...before, archivedAt: before.archivedAt ?? now, replacedByPriceId: id, updatedAt: now };
  await insertPrice(work.tx, made);
  await savePrice(work.tx, old);
  const after = await replaceOfferedPrice(work.tx, { oldId: before.id, newId: id, at: now, offers });
  await moveCatalogKey(work.tx, before.id, id);
  await auditAll(work, [
    { action: "price.created", objectId: id, after: toPrice(made) },
    { action: "price.replaced", objectId: before.id, before: toPrice(before), after: toPrice(old) },
    ...changes("bundle.updated", offers.bundles, after.bundles),
    ...changes("plan.updated", offers.plans, after.plans),
  ]);
  return made;
}

function changes(action: string, before: Offers["bundles" | "plans"], after: Offers["bundles" | "plans"]) {
  const earlier = new Map(before.map((offer) => [offer.id, offer]));
  return after.map((offer) => ({ action, objectId: offer.id, before: earlier.get(offer.id) ?? null, after: offer }));
}
