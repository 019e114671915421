import type { Decimal } from "../../decimal/decimal.ts";
import { moneyToWire, whenComplete, type Wire } from "../../wire/wire.ts";
import { ratableQuantity, ratingOf, type Rating } from "../rating.ts";
import { fixedFeeSteps, percentageStep, unitPriceStep } from "../step.ts";
import type { Usage } from "../usage.ts";

/**
 * Q, a money volume, × percentage + number of events × pricePerUnit + fixedFee once if there was any event. With 2.9%
 * and 0.30 per event, one event of 100.00 costs 100.00 × 2.9% + 1 × 0.30 = 3.20.
 */
export interface VolumePercentageModel {
  readonly type: "volume_percentage";
  /** For each event. */
  readonly pricePerUnit: Decimal;
  /** `2.9` is 2.9%. */
  readonly percentage: Decimal;
  readonly fixedFee: Decimal;
}

/** pricePerUnit and fixedFee are 0 if they are not sent. */
export function parseVolumePercentage(wire: Wire): VolumePercentageModel | undefined {
  if (!wire.isObjectOf(["pricePerUnit", "percentage", "fixedFee"])) return undefined;
  return whenComplete<VolumePercentageModel>({
    type: "volume_percentage",
    pricePerUnit: wire.member("pricePerUnit").optionalMoney(),
    percentage: wire.member("percentage").money(),
    fixedFee: wire.member("fixedFee").optionalMoney(),
  });
}

export function volumePercentageToWire(model: VolumePercentageModel): object {
  return {
    pricePerUnit: moneyToWire(model.pricePerUnit),
    percentage: moneyToWire(model.percentage),
    fixedFee: moneyToWire(model.fixedFee),
  };
}

export function rateVolumePercentage(model: VolumePercentageModel, usage: Usage): Rating {
  const ratable = ratableQuantity(usage.quantity);
  // A volume that nets to 0 or less still consists of payments, so the events are charged.
  const perEvent = usage.eventCount.isPositive()
    ? [unitPriceStep("events", usage.eventCount, model.pricePerUnit), ...fixedFeeSteps("any event", model.fixedFee)]
    : [];
  return ratingOf(ratable, [percentageStep("volume", ratable.quantity, model.percentage), ...perEvent]);
}
