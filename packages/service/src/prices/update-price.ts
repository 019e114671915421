import { findPrice, isPriceOffered, isPriceSold, type PriceRow, updatePrice as savePrice } from "@counterfoil/storage";
import { type Context, transact, type Work } from "../context.ts";
import { DomainError, invalid, notFound } from "../errors/domain-error.ts";
import { audit } from "../record.ts";
import { decidePrice } from "./decide-price.ts";
import { type Price, toPrice } from "./price.ts";
import type { PriceInput } from "./price-input.ts";
import { requireUnchanged } from "../precondition.ts";

/**
 * Changes the given members of a price; its model, discount and spend limits are replaced as a whole. Once a published
 * version or a sent quote sells it, a price is immutable (R-CAT-2).
 */
export function updatePrice(context: Context, id: string, input: PriceInput): Promise<Price> {
  return transact(context, async (work) => {
    const before = await findPrice(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("price", id);
    await requireUnchanged(work, () => toPrice(before));
    if (await isPriceSold(work.tx, id)) {
      const detail = `A published version or a sent quote sells the price ${id}, so it cannot change. Make a new price instead.`;
      throw new DomainError("state_conflict", detail);
    }
    const decided = await decidePrice(work, input, before, "");
    if (!decided.ok) throw invalid(decided.faults);
    await refuseOtherCurrency(work, before, decided.price);
    await savePrice(work.tx, decided.price);
    const updated = toPrice(decided.price);
    await audit(work, { action: "price.updated", objectId: id, before: toPrice(before), after: updated });
    return updated;
  });
}

async function refuseOtherCurrency(work: Work, before: PriceRow, after: PriceRow): Promise<void> {
  if (before.currency === after.currency || !(await isPriceOffered(work.tx, before.id))) return;
  const detail = `A bundle, a plan or a draft version holds the price ${before.id}: its currency cannot change.`;
  throw new DomainError("state_conflict", detail);
}
