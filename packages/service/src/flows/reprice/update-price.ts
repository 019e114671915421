import { findPrice, isPriceOffered, isPriceSold, lockOffersOf, updatePrice as savePrice } from "@counterfoil/storage";
import { type Context, transact, type Work } from "../../context.ts";
import { DomainError, invalid, notFound } from "../../errors/index.ts";
import { requireUnchanged } from "../../precondition.ts";
import { decidePrice, type Price, type PriceInput, toPrice } from "../../prices/index.ts";
import { audit } from "../../record.ts";
import { fillsMissingDefault, isSamePrice } from "./changed-terms.ts";
import { replacePrice } from "./replace-price.ts";

type PriceRow = NonNullable<Awaited<ReturnType<typeof findPrice>>>;

/**
 * Changes the given members of a price. Its model, discount and spend limits are replaced as a whole. Once a published
 * version or a sent quote sells it, a price is immutable: the change creates a new price that replaces it (R-CAT-2), and
 * this returns the new price. Exception: a matrix without a default price gets one in place.
 */
export function updatePrice(context: Context, id: string, input: PriceInput): Promise<Price> {
  return transact(context, async (work) => {
    // Bundles and plans are locked before prices (docs/locking.md).
    const offers = await lockOffersOf(work.tx, id);
    const before = await findPrice(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("price", id);
    await requireUnchanged(work, () => toPrice(before));
    const decided = await decidePrice(work, input, before, "");
    if (!decided.ok) throw invalid(decided.faults);
    const isSold = await isPriceSold(work.tx, id);
    if (isSold && isSamePrice(before, decided.price)) return toPrice(before);
    if (isSold && !fillsMissingDefault(before, decided.price)) {
      refuseReplaced(before);
      refuseOtherCurrency(before, decided.price, offers.bundles.length + offers.plans.length > 0);
      return toPrice(await replacePrice(work, { before, decided: decided.price, offers }));
    }
    await changeInPlace(work, before, decided.price);
    return toPrice(decided.price);
  });
}

async function changeInPlace(work: Work, before: PriceRow, after: PriceRow): Promise<void> {
  refuseOtherCurrency(before, after, await isPriceOffered(work.tx, before.id));
  await savePrice(work.tx, after);
  await audit(work, {
    action: "price.updated",
    objectId: before.id,
    before: toPrice(before),
    after: toPrice(after),
  });
}

function refuseReplaced({ id, replacedByPriceId }: PriceRow): void {
  if (replacedByPriceId === null) return;
  const detail = `The price ${id} was replaced by ${replacedByPriceId} and cannot change. Change ${replacedByPriceId}.`;
  throw new DomainError("state_conflict", detail);
}

function refuseOtherCurrency(before: PriceRow, after: PriceRow, isOffered: boolean): void {
  if (before.currency === after.currency || !isOffered) return;
  const detail =
    `The price ${before.id} is used by a bundle, a plan or a draft version, so its currency cannot change. ` +
    "Create a new price.";
  throw new DomainError("state_conflict", detail);
}
