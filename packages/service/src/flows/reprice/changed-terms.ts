import type { PriceRow } from "@counterfoil/storage";
import { canonicalJson } from "../../canonical-json.ts";

type Terms = Pick<
  PriceRow,
  | "productId"
  | "type"
  | "metricIds"
  | "billingInterval"
  | "currency"
  | "pricingModel"
  | "discount"
  | "trialPeriodDays"
  | "minimumSpend"
  | "maximumSpend"
  | "taxRateIds"
>;

/** Whether a change leaves all terms of a price as they are. */
export function isSamePrice(before: Terms, after: Terms): boolean {
  return canonicalJson(termsOf(before)) === canonicalJson(termsOf(after));
}

/**
 * Whether the only change is a default price for a matrix that has none. Nothing was ever billed at a missing default
 * price, so it can be set once, even if the price is sold.
 */
export function fillsMissingDefault(before: Terms, after: Terms): boolean {
  if (before.type !== "matrix" || after.type !== "matrix" || defaultOf(before) !== null) return false;
  const pricingModel = { ...after.pricingModel, defaultPricePerUnit: null };
  return defaultOf(after) !== null && isSamePrice(before, { ...after, pricingModel });
}

function defaultOf({ pricingModel }: Terms): object | null {
  const { defaultPricePerUnit = null } = pricingModel as { defaultPricePerUnit?: object | null };
  return defaultPricePerUnit;
}

function termsOf(price: Terms): Terms {
  const { productId, type, metricIds, billingInterval, currency, pricingModel } = price;
  const { discount, trialPeriodDays, minimumSpend, maximumSpend, taxRateIds } = price;
  const offer = { productId, type, metricIds, billingInterval, currency, pricingModel };
  return { ...offer, discount, trialPeriodDays, minimumSpend, maximumSpend, taxRateIds };
}
