import { unreachable } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { MatrixModel } from "./models/matrix.ts";
import type { PricingModel } from "./pricing-model.ts";
import type { CombinationUsage, Usage } from "./usage.ts";

/** What somebody supposes to be used, where nothing was measured yet. */
export interface AssumedQuantity {
  readonly quantity: Decimal;
  /** What one event brings, as the average payment of a fee; null: all of it comes in one event. */
  readonly quantityPerEvent: Decimal | null;
  /** The values that choose a matrix's price; null: those of its default price, or of its first cell where it has none. */
  readonly combination: Readonly<Record<string, string>> | null;
  /** Of an expression's metrics those that are told apart, by id; each of the others measures the quantity. */
  readonly metrics: Readonly<Record<string, Decimal>>;
}

/** Nothing is told beside the quantity. */
export function onlyQuantity(quantity: Decimal): AssumedQuantity {
  return { quantity, quantityPerEvent: null, combination: null, metrics: {} };
}

/** The usage with which a model is rated for an assumed quantity: what each model reads beside the quantity is filled in. */
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

/** A part of an event is an event. */
function eventCount({ quantity, quantityPerEvent }: AssumedQuantity): Decimal {
  if (!quantity.isPositive()) return Decimal.zero;
  return quantityPerEvent === null ? Decimal.one : quantity.dividedBy(quantityPerEvent, 0, "ceiling");
}

function combinations(model: MatrixModel, { quantity, combination }: AssumedQuantity): CombinationUsage[] {
  const first = model.defaultPricePerUnit === null ? model.cells[0]?.values : undefined;
  return [{ values: combination ?? first ?? {}, quantity }];
}
