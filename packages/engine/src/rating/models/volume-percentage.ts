import type { Decimal } from "../../decimal/decimal.ts";

/** Q × percentage + number of events × pricePerUnit + fixedFee once when there was any event. */
export interface VolumePercentageModel {
  readonly type: "volume_percentage";
  readonly pricePerUnit: Decimal;
  /** `2.9` is 2.9 %. */
  readonly percentage: Decimal;
  readonly fixedFee: Decimal;
}
