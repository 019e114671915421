import type { Decimal } from "../../decimal/decimal.ts";
import { moneyToWire, unitsToWire, whenComplete, type Wire } from "../../wire/wire.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { unitPriceStep } from "../step.ts";

/** units × pricePerUnit, regardless of usage: 2 × 24.99 = 49.98. */
export interface FixedModel {
  readonly type: "fixed";
  readonly pricePerUnit: Decimal;
  readonly units: Decimal;
  /** As it was sent. It equals units × pricePerUnit. */
  readonly total?: Decimal;
}

export function parseFixed(wire: Wire): FixedModel | undefined {
  if (!wire.isObjectOf(["pricePerUnit", "units", "total"])) return undefined;
  const terms = whenComplete<FixedModel>({
    type: "fixed",
    pricePerUnit: wire.member("pricePerUnit").money(),
    units: wire.member("units").units(),
  });
  const totalWire = wire.member("total");
  const total = totalWire.isAbsent() ? undefined : totalWire.money();
  if (terms === undefined || total === undefined) return terms;
  const product = fixedTotal(terms);
  if (total.equals(product)) return { ...terms, total };
  return totalWire.refuse("total_differs", `Must be units × pricePerUnit = ${product.toString()}.`);
}

export function fixedToWire(model: FixedModel): object {
  return {
    pricePerUnit: moneyToWire(model.pricePerUnit),
    units: unitsToWire(model.units),
    total: moneyToWire(model.total ?? fixedTotal(model)),
  };
}

export function rateFixed(model: FixedModel): Rating {
  const step = unitPriceStep("units", model.units, model.pricePerUnit);
  return ratingOf(ratableQuantity(model.units), [step]);
}

function fixedTotal({ units, pricePerUnit }: FixedModel): Decimal {
  return pricePerUnit.times(units);
}
