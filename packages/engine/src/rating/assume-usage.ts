import { unreachable } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { MatrixModel } from "./models/matrix.ts";
import type { PricingModel } from "./pricing-model.ts";
import type { CombinationUsage, Usage } from "./usage.ts";

/** Assumed usage, for prices without measured usage. */
export interface AssumedQuantity {
  readonly quantity: Decimal;
  /**
   * The quantity of one event, such as the average payment to which a fee applies. Null: one event brings the whole
   * quantity.
   */
  readonly quantityPerEvent: Decimal | null;
  /**
   * The values that select a matrix cell. Null: the default price applies, or the first cell if there is no default.
   */
  readonly combination: Readonly<Record<string, string>> | null;
  /**
   * The separately stated quantities of an expression's metrics, by ID. Every other metric has the assumed quantity.
   */
  readonly metrics: Readonly<Record<string, Decimal>>;
}

/** Assumes nothing except the quantity. */
export function onlyQuantity(quantity: Decimal): AssumedQuantity {
  return { quantity, quantityPerEvent: null, combination: null, metrics: {} };
}

/**
 * The usage with which to rate a model for an assumed quantity. Fills in what each model needs in addition to the
 * quantity.
 */
export function assumeUsage(model: PricingModel, assumed: AssumedQuantity): Usage {
  const usage: Usage = { quantity: assumed.quantity, eventCount: eventCount(assumed) };
  switch (model.type) {
    case "matrix":
      return { ...usage, combinations: combinations(model, assumed) };
    case "expression":
      return {
        ...usage,
        metrics: Object.fromEntries(
          Object.values(model.metrics).map((id) => [id, assumed.metrics[id] ?? assumed.quantity]),
        ),
      };
    case "fixed":
    case "unit":
    case "tiered":
    case "graduated_tiered":
    case "tiered_percentage":
    case "graduated_percentage":
    case "volume_percentage":
    case "prepaid_tiered":
    case "prepaid_fixed_tiered":
    case "package":
      return usage;
    default:
      return unreachable(model);
  }
}

/** A fraction of an event counts as an event. */
function eventCount({ quantity, quantityPerEvent }: AssumedQuantity): Decimal {
  if (!quantity.isPositive()) return Decimal.zero;
  return quantityPerEvent === null ? Decimal.one : quantity.dividedBy(quantityPerEvent, 0, "ceiling");
}

function combinations(model: MatrixModel, { quantity, combination }: AssumedQuantity): CombinationUsage[] {
  const first = model.defaultPricePerUnit === null ? model.cells[0]?.values : undefined;
  return [{ values: combination ?? first ?? {}, quantity }];
}
