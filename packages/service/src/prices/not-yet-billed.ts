import type { PriceType } from "@counterfoil/engine";
import type { PriceWithProduct } from "@counterfoil/storage";
import type { Fault } from "../errors/fault.ts";

/** The models that the billing run does not rate yet. */
const UNBILLED_TYPES: readonly PriceType[] = ["prepaid_tiered", "prepaid_fixed_tiered", "matrix", "expression"];

/**
 * Why a price cannot be sold yet: the billing run would not charge what it says. It can be made and read all the same.
 * This file and its calls go when the run rates everything that a price can say.
 */
export function unbilledFaults(price: PriceWithProduct, pointer: string): Fault[] {
  return unbilledTerms(price).map((terms) => ({
    pointer,
    code: "not_supported_yet",
    detail: `The price ${price.id} has ${terms}, which cannot be billed yet.`,
  }));
}

function unbilledTerms(price: PriceWithProduct): string[] {
  return [
    ...(UNBILLED_TYPES.includes(price.type) ? [`the type ${price.type}`] : []),
    ...(price.discount === null ? [] : ["a discount of its own"]),
    ...((price.trialPeriodDays ?? 0) === 0 ? [] : ["a trial of its own"]),
    ...(price.minimumSpend === null ? [] : ["a minimum spend of its own"]),
    ...(price.maximumSpend === null ? [] : ["a maximum spend of its own"]),
  ];
}
