import { Decimal } from "../../decimal/decimal.ts";
import { moneyToWire, unitsToWire, whenComplete, type Wire } from "../../wire/wire.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { packagesStep } from "../step.ts";
import type { Usage } from "../usage.ts";

/**
 * ceil((Q − includedUnits) / packageSize) × pricePerPackage, not below 0: a partly used package costs as much as a
 * whole one. At 100 per 10, 15 units cost 2 × 100; with 5 included, 12 units cost 1 × 100.
 */
export interface PackageModel {
  readonly type: "package";
  readonly packageSize: Decimal;
  readonly includedUnits: Decimal;
  readonly pricePerPackage: Decimal;
}

/** includedUnits is 0 if it is not sent. */
export function parsePackage(wire: Wire): PackageModel | undefined {
  if (!wire.isObjectOf(["packageSize", "includedUnits", "pricePerPackage"])) return undefined;
  const includedUnits = wire.member("includedUnits");
  return whenComplete<PackageModel>({
    type: "package",
    packageSize: readPackageSize(wire.member("packageSize")),
    includedUnits: includedUnits.isAbsent() ? Decimal.zero : includedUnits.units(),
    pricePerPackage: wire.member("pricePerPackage").money(),
  });
}

export function packageToWire(model: PackageModel): object {
  return {
    packageSize: unitsToWire(model.packageSize),
    includedUnits: unitsToWire(model.includedUnits),
    pricePerPackage: moneyToWire(model.pricePerPackage),
  };
}

export function ratePackage(model: PackageModel, usage: Usage): Rating {
  const ratable = ratableQuantity(usage.quantity);
  const { packageSize, includedUnits, pricePerPackage } = model;
  const step = packagesStep("packages", { quantity: ratable.quantity, includedUnits, packageSize, pricePerPackage });
  return ratingOf(ratable, [step]);
}

function readPackageSize(wire: Wire): Decimal | undefined {
  const size = wire.units();
  return size?.isZero() ? wire.refuse("not_positive", "Must be greater than 0.") : size;
}
