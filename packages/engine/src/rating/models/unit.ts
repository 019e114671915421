import type { Decimal } from "../../decimal/decimal.ts";
import { moneyToWire, whenComplete, type Wire } from "../../wire/wire.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { unitPriceStep } from "../step.ts";
import type { Usage } from "../usage.ts";

/** Q × pricePerUnit: 1,500 × 0.02 = 30.00. */
export interface UnitModel {
  readonly type: "unit";
  readonly pricePerUnit: Decimal;
}

export function parseUnit(wire: Wire): UnitModel | undefined {
  if (!wire.isObjectOf(["pricePerUnit"])) return undefined;
  return whenComplete<UnitModel>({ type: "unit", pricePerUnit: wire.member("pricePerUnit").money() });
}

export function unitToWire(model: UnitModel): object {
  return { pricePerUnit: moneyToWire(model.pricePerUnit) };
}

export function rateUnit(model: UnitModel, usage: Usage): Rating {
  const ratable = ratableQuantity(usage.quantity);
  return ratingOf(ratable, [unitPriceStep("quantity", ratable.quantity, model.pricePerUnit)]);
}
