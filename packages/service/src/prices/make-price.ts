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
 * Makes a price inside another use case, as for the `newPrices` of a version. What is wrong is answered under `pointer`
 * and not thrown, so that the caller can name it together with the faults of its own.
 */
export async function makePrice(work: Work, input: PriceInput, pointer: string): Promise<MadePrice> {
  const decided = await decidePrice(work, input, null, pointer);
  if (!decided.ok) return { kind: "refused", faults: decided.faults };
  const { price, product } = decided;
  await insertPrice(work.tx, price);
  await audit(work, { action: "price.created", objectId: price.id, after: toPrice(price) });
  return { kind: "made", price: { ...price, product, metrics: await findMetrics(work.tx, price.metricIds) } };
}
