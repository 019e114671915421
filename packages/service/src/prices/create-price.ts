import { claimCatalogKey } from "../catalog-keys/index.ts";
import { type Context, transact } from "../context.ts";
import { invalid } from "../errors/index.ts";
import { makePrice } from "./make-price.ts";
import { type Price, toPrice } from "./price.ts";
import type { PriceInput } from "./price-input.ts";

/** Creates a price (R-CAT-2). Reports faults by member: product, model, metrics, currency, interval. */
export function createPrice(context: Context, input: PriceInput): Promise<Price> {
  return transact(context, async (work) => {
    const outcome = await makePrice(work, input, "");
    if (outcome.kind === "refused") throw invalid(outcome.faults);
    await claimCatalogKey(work, "price", outcome.price.id);
    return toPrice(outcome.price);
  });
}
