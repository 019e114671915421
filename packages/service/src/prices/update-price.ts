import { findPrice, isPriceOffered, isPriceSold, type PriceRow, updatePrice as savePrice } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";
import { type Context, transact, type Work } from "../context.ts";
import { DomainError, invalid, notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import { decidePrice } from "./decide-price.ts";
import { type Price, toPrice } from "./price.ts";
import type { PriceInput } from "./price-input.ts";
import { requireUnchanged } from "../precondition.ts";

/**
 * Changes the given members of a price. Its model, discount and spend limits are replaced as a whole. Once a published
 * version or a sent quote sells it, a price is immutable (R-CAT-2), except that a matrix without a default price can
 * get one.
 */
export function updatePrice(context: Context, id: string, input: PriceInput): Promise<Price> {
  return transact(context, async (work) => {
    const before = await findPrice(work.tx, id, "for no key update");
    if (before === undefined) throw notFound("price", id);
    await requireUnchanged(work, () => toPrice(before));
    const isSold = await isPriceSold(work.tx, id);
    if (isSold && !mayGetDefault(before, input)) throw immutable(id);
    const decided = await decidePrice(work, input, before, "");
    if (!decided.ok) throw invalid(decided.faults);
    if (isSold && !isSameButDefault(before, decided.price)) throw immutable(id);
    await refuseOtherCurrency(work, before, decided.price);
    await savePrice(work.tx, decided.price);
    const updated = toPrice(decided.price);
    await audit(work, { action: "price.updated", objectId: id, before: toPrice(before), after: updated });
    return updated;
  });
}

function immutable(id: string): DomainError {
  const detail =
    `The price ${id} is used by a published version or a sent quote and cannot change. Create a new price. ` +
    "Only defaultPricePerUnit can still be added to a matrix price.";
  return new DomainError("state_conflict", detail);
}

/** Nothing was ever billed at a missing default price, so it can be set once. */
function mayGetDefault({ type, pricingModel }: PriceRow, input: PriceInput): boolean {
  const members = Object.keys(input).filter((member) => member !== "type");
  const isMissing = "defaultPricePerUnit" in pricingModel && pricingModel.defaultPricePerUnit === null;
  return type === "matrix" && isMissing && members.join() === "matrixPricingModel";
}

function isSameButDefault(before: PriceRow, after: PriceRow): boolean {
  const { defaultPricePerUnit = null } = after.pricingModel as { defaultPricePerUnit?: object | null };
  const model = { ...after.pricingModel, defaultPricePerUnit: null };
  const isSameModel = canonicalJson(model) === canonicalJson(before.pricingModel);
  return defaultPricePerUnit !== null && after.type === before.type && isSameModel;
}

async function refuseOtherCurrency(work: Work, before: PriceRow, after: PriceRow): Promise<void> {
  if (before.currency === after.currency || !(await isPriceOffered(work.tx, before.id))) return;
  const detail =
    `The price ${before.id} is used by a bundle, a plan or a draft version, so its currency cannot change. ` +
    "Create a new price.";
  throw new DomainError("state_conflict", detail);
}
