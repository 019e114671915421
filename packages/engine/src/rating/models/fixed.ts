import type { Decimal } from "../../decimal/decimal.ts";

/** units × pricePerUnit, whatever was used. */
export interface FixedModel {
  readonly type: "fixed";
  readonly pricePerUnit: Decimal;
  readonly units: Decimal;
  /** As it was sent; equal to units × pricePerUnit. */
  readonly total?: Decimal;
}
