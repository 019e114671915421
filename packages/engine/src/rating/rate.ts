import { unreachable } from "../assertions.ts";
import { rateExpression } from "./models/expression.ts";
import { rateFixed } from "./models/fixed.ts";
import { rateGraduatedPercentage } from "./models/graduated-percentage.ts";
import { rateGraduatedTiered } from "./models/graduated-tiered.ts";
import { rateMatrix } from "./models/matrix.ts";
import { ratePackage } from "./models/package.ts";
import { ratePrepaidFixedTieredInAdvance, ratePrepaidFixedTieredInArrears } from "./models/prepaid-fixed-tiered.ts";
import { ratePrepaidTieredInAdvance, ratePrepaidTieredInArrears } from "./models/prepaid-tiered.ts";
import { rateTiered } from "./models/tiered.ts";
import { rateTieredPercentage } from "./models/tiered-percentage.ts";
import { rateUnit } from "./models/unit.ts";
import { rateVolumePercentage } from "./models/volume-percentage.ts";
import { nothingBilledEarlier, type BilledEarlier } from "./overage.ts";
import type { PrepaidModel, PricingModel } from "./pricing-model.ts";
import { ratingOf, type Rating } from "./rating.ts";
import type { Usage } from "./usage.ts";

/**
 * The cost of the usage of a whole period under the model (R-RATE-2).
 *
 * For a prepaid model this is both halves together, as a calculator shows them. Invoices use {@link rateInAdvance} and
 * {@link rateInArrears} separately.
 */
export function rate(model: PricingModel, usage: Usage): Rating {
  switch (model.type) {
    case "fixed":
      return rateFixed(model);
    case "unit":
      return rateUnit(model, usage);
    case "tiered":
      return rateTiered(model, usage);
    case "graduated_tiered":
      return rateGraduatedTiered(model, usage);
    case "tiered_percentage":
      return rateTieredPercentage(model, usage);
    case "graduated_percentage":
      return rateGraduatedPercentage(model, usage);
    case "volume_percentage":
      return rateVolumePercentage(model, usage);
    case "package":
      return ratePackage(model, usage);
    case "matrix":
      return rateMatrix(model, usage);
    case "expression":
      return rateExpression(model, usage);
    case "prepaid_tiered":
    case "prepaid_fixed_tiered":
      return rateBothHalves(model, usage);
    default:
      return unreachable(model);
  }
}

/** Whether the model charges in advance for units and in arrears for usage above them. */
export function isPrepaid(model: PricingModel): model is PrepaidModel {
  return model.type === "prepaid_tiered" || model.type === "prepaid_fixed_tiered";
}

/** The amount due at the start of the billing period, before any usage. */
export function rateInAdvance(model: PrepaidModel): Rating {
  switch (model.type) {
    case "prepaid_tiered":
      return ratePrepaidTieredInAdvance(model);
    case "prepaid_fixed_tiered":
      return ratePrepaidFixedTieredInAdvance(model);
    default:
      return unreachable(model);
  }
}

/**
 * The cost of usage above the prepaid units. The usage is cumulative from the start of the billing period. `earlier` is
 * what was already billed in arrears for that period; it is subtracted.
 */
export function rateInArrears(
  model: PrepaidModel,
  usage: Usage,
  earlier: BilledEarlier = nothingBilledEarlier,
): Rating {
  switch (model.type) {
    case "prepaid_tiered":
      return ratePrepaidTieredInArrears(model, usage, earlier);
    case "prepaid_fixed_tiered":
      return ratePrepaidFixedTieredInArrears(model, usage, earlier);
    default:
      return unreachable(model);
  }
}

function rateBothHalves(model: PrepaidModel, usage: Usage): Rating {
  const [advance, arrears] = [rateInAdvance(model), rateInArrears(model, usage)];
  return ratingOf(
    { quantity: advance.quantity.plus(arrears.quantity), steps: advance.steps, notes: [] },
    arrears.steps,
    arrears.notes,
  );
}
