import type { PriceType, PricingModel } from "@counterfoil/engine";
import type { ProductRow, Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { metricIdFaults } from "../metrics/index.ts";

/** The metrics of a price for which none are named: none for a fixed amount, else those of the model or the product. */
export function defaultMetricIds(model: PricingModel, product: ProductRow): string[] {
  if (model.type === "fixed") return [];
  return model.type === "expression" ? namedMetricIds(model) : product.metricIds;
}

/**
 * What is wrong with a price's metrics. Every type but `fixed` is charged by usage: it needs a metered product and at
 * least one metric. What another fault hides is missing and not judged.
 */
export async function priceMetricFaults(
  tx: Tx,
  price: {
    type: PriceType | undefined;
    product: ProductRow | undefined;
    metricIds: readonly string[] | undefined;
    /** What it was charged by before. */
    present: readonly string[] | undefined;
  },
  pointer: string,
): Promise<Fault[]> {
  const { type, product, metricIds, present } = price;
  const at = `${pointer}/metricIds`;
  const faults = metricIds === undefined ? [] : await metricIdFaults(tx, metricIds, at, present);
  if (type === undefined) return faults;
  if (type === "fixed") {
    const detail = "A price of type fixed has no metrics: it is not charged by usage.";
    return (metricIds ?? []).length === 0 ? faults : [...faults, { pointer: at, code: "not_for_fixed", detail }];
  }
  if (product?.feeType === "fixed") {
    const detail = `A price of type ${type} is charged by usage, but the product ${product.id} is not metered.`;
    faults.push({ pointer: `${pointer}/productId`, code: "product_not_metered", detail });
  } else if (metricIds?.length === 0) {
    faults.push({ pointer: at, code: "required", detail: `A price of type ${type} needs at least one metric.` });
  }
  return faults;
}

/** Refuses a list of metrics that is not the one that the expression itself names. */
export function expressionMetricFaults(model: PricingModel, metricIds: readonly string[], pointer: string): Fault[] {
  if (model.type !== "expression" || hasSameIds(namedMetricIds(model), metricIds)) return [];
  const detail = "The metrics of an expression are those that it names in expressionPricingModel.metrics.";
  return [{ pointer: `${pointer}/metricIds`, code: "other_metrics", detail }];
}

function namedMetricIds(model: Extract<PricingModel, { type: "expression" }>): string[] {
  return [...new Set(Object.values(model.metrics))];
}

function hasSameIds(ids: readonly string[], others: readonly string[]): boolean {
  return ids.length === others.length && ids.every((id) => others.includes(id));
}
