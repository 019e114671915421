import type { Decimal } from "../../decimal/decimal.ts";

/** Q × pricePerUnit. */
export interface UnitModel {
  readonly type: "unit";
  readonly pricePerUnit: Decimal;
}
