import { unreachable } from "../assertions.ts";
import type { DecimalBounds } from "../decimal/bounds.ts";
import type { Fault } from "../wire/fault.ts";
import { Wire } from "../wire/wire.ts";
import { expressionToWire, parseExpressionModel } from "./models/expression.ts";
import { fixedToWire, parseFixed } from "./models/fixed.ts";
import { graduatedPercentageToWire, parseGraduatedPercentage } from "./models/graduated-percentage.ts";
import { graduatedTieredToWire, parseGraduatedTiered } from "./models/graduated-tiered.ts";
import { matrixToWire, parseMatrix } from "./models/matrix.ts";
import { packageToWire, parsePackage } from "./models/package.ts";
import { prepaidFixedTieredToWire, parsePrepaidFixedTiered } from "./models/prepaid-fixed-tiered.ts";
import { prepaidTieredToWire, parsePrepaidTiered } from "./models/prepaid-tiered.ts";
import { tieredToWire, parseTiered } from "./models/tiered.ts";
import { tieredPercentageToWire, parseTieredPercentage } from "./models/tiered-percentage.ts";
import { unitToWire, parseUnit } from "./models/unit.ts";
import { volumePercentageToWire, parseVolumePercentage } from "./models/volume-percentage.ts";
import type { PriceType } from "./price-type.ts";
import type { PricingModel } from "./pricing-model.ts";

export type ParsedPricingModel =
  | { readonly ok: true; readonly model: PricingModel }
  /** Pointers are relative to the model member: `/tiers/1/minUnits`. */
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Reads the model of a price of this type from the value of its member (`tieredPricingModel: …`), or reports every
 * wrong member.
 *
 * @param bounds the limits of its numbers if the value was sent, not stored.
 */
export function parsePricingModel(
  type: PriceType,
  wire: unknown,
  bounds: DecimalBounds | null = null,
): ParsedPricingModel {
  const root = Wire.root(wire, bounds);
  const model = parseModelOf(type, root);
  return model === undefined || root.faults.length > 0 ? { ok: false, faults: root.faults } : { ok: true, model };
}

/** The model in API form. Prices, fees and percentages keep the digits that were sent. */
export function pricingModelToWire(model: PricingModel): object {
  switch (model.type) {
    case "fixed":
      return fixedToWire(model);
    case "unit":
      return unitToWire(model);
    case "tiered":
      return tieredToWire(model);
    case "graduated_tiered":
      return graduatedTieredToWire(model);
    case "tiered_percentage":
      return tieredPercentageToWire(model);
    case "graduated_percentage":
      return graduatedPercentageToWire(model);
    case "volume_percentage":
      return volumePercentageToWire(model);
    case "prepaid_tiered":
      return prepaidTieredToWire(model);
    case "prepaid_fixed_tiered":
      return prepaidFixedTieredToWire(model);
    case "package":
      return packageToWire(model);
    case "matrix":
      return matrixToWire(model);
    case "expression":
      return expressionToWire(model);
    default:
      return unreachable(model);
  }
}

function parseModelOf(type: PriceType, wire: Wire): PricingModel | undefined {
  switch (type) {
    case "fixed":
      return parseFixed(wire);
    case "unit":
      return parseUnit(wire);
    case "tiered":
      return parseTiered(wire);
    case "graduated_tiered":
      return parseGraduatedTiered(wire);
    case "tiered_percentage":
      return parseTieredPercentage(wire);
    case "graduated_percentage":
      return parseGraduatedPercentage(wire);
    case "volume_percentage":
      return parseVolumePercentage(wire);
    case "prepaid_tiered":
      return parsePrepaidTiered(wire);
    case "prepaid_fixed_tiered":
      return parsePrepaidFixedTiered(wire);
    case "package":
      return parsePackage(wire);
    case "matrix":
      return parseMatrix(wire);
    case "expression":
      return parseExpressionModel(wire);
    default:
      return unreachable(type);
  }
}
