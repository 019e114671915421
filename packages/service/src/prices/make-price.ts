import { findMetrics, insertPrice, type PriceWithProduct } from "@counterfoil/storage";
import type { Work } from "../context.ts";
import type { Fault } from "../errors/index.ts";
import { audit } from "../record.ts";
import { decidePrice } from "./decide-price.ts";
import { toPrice } from "./price.ts";
import type { PriceInput } from "./price-input.ts";

export type MadePrice =
  | { readonly kind: "made"; readonly price: PriceWithProduct }
  | { readonly kind: "refused"; readonly faults: readonly Fault[] };

/**
 * Creates a price inside another use case, for example for the `newPrices` of a version. Returns faults under `pointer`
 * instead of throwing them, so that the caller can report them together with its own.
 *
 * @param subscriptionId the subscription that the price was negotiated for; null for a price of the catalog
 */
export async function makePrice(
  work: Work,
  input: PriceInput,
  pointer: string,
  subscriptionId: string | null = null,
): Promise<MadePrice> {
  const decided = await decidePrice(work, input, null, pointer);
  if (!decided.ok) return { kind: "refused", faults: decided.faults };
  const { product } = decided;
  const price = { ...decided.price, subscriptionId };
  await insertPrice(work.tx, price);
  await audit(work, { action: "price.created", objectId: price.id, after: toPrice(price) });
  return { kind: "made", price: { ...price, product, metrics: await findMetrics(work.tx, price.metricIds) } };
}
