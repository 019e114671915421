import type { Price, Product } from "@counterfoil/sdk";
import { toWords } from "../../../format/words.ts";
import { priceWords } from "../../../named/price-words.ts";
import { nameOfModel } from "./models.ts";

/** Prices have no name. Product, model and interval identify them. */
export function nameOfPrice(
  price: Pick<Price, "type" | "billingInterval" | "currency"> & { readonly productId: string },
  products: readonly Product[],
): string {
  const product = products.find(({ id }) => id === price.productId)?.name ?? "Product";
  const interval = price.billingInterval === null ? "once" : toWords(price.billingInterval).toLowerCase();
  return `${product} · ${nameOfModel(price.type)}, ${interval}, ${price.currency}`;
}

/** The name if several prices of a product are listed together. It includes their cost. */
export function nameByCost(price: Price, products: readonly Product[]): string {
  const product = products.find(({ id }) => id === price.productId);
  return `${product?.name ?? "Product"} · ${priceWords(price, price.currency, product?.unitLabel)}`;
}

/** The unit label of its product. */
export function unitOfPrice(productId: string, products: readonly Product[]): string {
  return products.find(({ id }) => id === productId)?.unitLabel ?? "unit";
}
