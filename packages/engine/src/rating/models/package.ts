import type { Decimal } from "../../decimal/decimal.ts";

/** ceil((Q − includedUnits) / packageSize) × pricePerPackage, not below 0. */
export interface PackageModel {
  readonly type: "package";
  readonly packageSize: Decimal;
  readonly includedUnits: Decimal;
  readonly pricePerPackage: Decimal;
}
