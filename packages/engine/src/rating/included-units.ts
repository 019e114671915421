import { unreachable } from "../assertions.ts";
import type { Decimal } from "../decimal/decimal.ts";
import type { PricingModel } from "./pricing-model.ts";

/** The usage of a period that the advance covers; null if the model includes none. */
export function includedUnits(model: PricingModel): Decimal | null {
  switch (model.type) {
    case "package":
      return model.includedUnits.isZero() ? null : model.includedUnits;
    case "prepaid_tiered":
    case "prepaid_fixed_tiered":
      return model.units;
    case "tiered":
    case "graduated_tiered": {
      const [first] = model.tiers;
      const isFree = first !== undefined && first.pricePerUnit.isZero() && first.fixedFee.isZero();
      return isFree ? first.maxUnits : null;
    }
    case "tiered_percentage":
    case "graduated_percentage": {
      const [first] = model.tiers;
      const isFree = first !== undefined && first.percentage.isZero() && first.fixedFee.isZero();
      return isFree ? first.maxUnits : null;
    }
    case "fixed":
    case "unit":
    case "volume_percentage":
    case "matrix":
    case "expression":
      return null;
    default:
      return unreachable(model);
  }
}
