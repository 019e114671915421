import type { PriceType } from "@counterfoil/engine";
import type { PriceWithProduct } from "@counterfoil/storage";
import type { Fault } from "../errors/fault.ts";

/** The models that the billing run does not rate yet. */
const UNBILLED_TYPES: readonly PriceType[] = ["prepaid_tiered", "prepaid_fixed_tiered", "matrix", "expression"];

/**
 * Why a price cannot be sold yet: the billing run would not charge what it says. It can be made and read all the same.
 * This file and its calls go when the run rates every model.
 */
export function unbilledFaults(price: PriceWithProduct, pointer: string): Fault[] {
  if (!UNBILLED_TYPES.includes(price.type)) return [];
  const detail = `The price ${price.id} has the type ${price.type}, which cannot be billed yet.`;
  return [{ pointer, code: "not_supported_yet", detail }];
}
