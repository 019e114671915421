import type { PriceType, PricingModel } from "@counterfoil/engine";
import type { ProductRow, Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { metricIdFaults } from "../metrics/index.ts";

/** The default metrics of a price: none for a fixed amount, otherwise those of the model or the product. */
export function defaultMetricIds(model: PricingModel, product: ProductRow): string[] {
  if (model.type === "fixed") return [];
  return model.type === "expression" ? namedMetricIds(model) : product.metricIds;
}

/**
 * The faults of a price's metrics. Every type except `fixed` is charged by usage, so it needs a metered product and at
 * least one metric. Inputs with other faults are missing and are not checked.
 */
export async function priceMetricFaults(
  tx: Tx,
  price: {
    type: PriceType | undefined;
    product: ProductRow | undefined;
    metricIds: readonly string[] | undefined;
    /** The metrics of the price before the change. */
    present: readonly string[] | undefined;
  },
  pointer: string,
): Promise<Fault[]> {
  const { type, product, metricIds, present } = price;
  const at = `${pointer}/metricIds`;
  const faults = metricIds === undefined ? [] : await metricIdFaults(tx, metricIds, at, present);
  if (type === undefined) return faults;
  if (type === "fixed") {
    const detail = "A price of type fixed does not charge usage. Leave out metricIds.";
    return (metricIds ?? []).length === 0 ? faults : [...faults, { pointer: at, code: "not_for_fixed", detail }];
  }
  if (product?.feeType === "fixed") {
    const detail =
      `A price of type ${type} charges usage, but the product ${product.id} is not metered. ` +
      "Use a metered product.";
    faults.push({ pointer: `${pointer}/productId`, code: "product_not_metered", detail });
  } else if (metricIds?.length === 0) {
    faults.push({ pointer: at, code: "required", detail: `A price of type ${type} needs at least one metric.` });
  }
  return faults;
}

/** Reports a list of metrics that differs from the metrics of the expression. */
export function expressionMetricFaults(model: PricingModel, metricIds: readonly string[], pointer: string): Fault[] {
  if (model.type !== "expression" || hasSameIds(namedMetricIds(model), metricIds)) return [];
  const detail = "metricIds must be the metrics in expressionPricingModel.metrics. Correct it, or leave it out.";
  return [{ pointer: `${pointer}/metricIds`, code: "other_metrics", detail }];
}

function namedMetricIds(model: Extract<PricingModel, { type: "expression" }>): string[] {
  return [...new Set(Object.values(model.metrics))];
}

function hasSameIds(ids: readonly string[], others: readonly string[]): boolean {
  return ids.length === others.length && ids.every((id) => others.includes(id));
}
