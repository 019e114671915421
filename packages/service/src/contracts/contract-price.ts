import { type PriceSchedule, type ContractPrice, parsePricingModel, type PricingModel } from "@counterfoil/engine";
import type { PriceWithProduct } from "@counterfoil/storage";

/** A stored price as the engine bills it. */
export function toContractPrice(price: PriceWithProduct, groupName: string | null): ContractPrice {
  return {
    id: price.id,
    productId: price.productId,
    name: price.product.name,
    unitLabel: price.product.unitLabel,
    groupName,
    schedule: scheduleOf(price),
    model: priceModel(price),
    metricIds: price.metricIds,
    groupBy: usageGrouping(price),
    trialDays: price.trialPeriodDays ?? 0,
  };
}

/**
 * The properties by which a price's usage is split into lines: those of its metrics. A matrix selects its prices by its
 * own properties. Prepaid units and expressions apply to the whole usage.
 */
function usageGrouping({ type, metrics }: PriceWithProduct): string[] {
  if (type === "matrix" || type === "expression" || type.startsWith("prepaid")) return [];
  return [...new Set(metrics.flatMap((metric) => metric.groupBy))];
}

/** The pricing model of a stored price. It was checked when it was written. */
export function priceModel(price: Pick<PriceWithProduct, "id" | "type" | "pricingModel">): PricingModel {
  const parsed = parsePricingModel(price.type, price.pricingModel);
  if (!parsed.ok) throw new Error(`price ${price.id} holds no ${price.type} model`);
  return parsed.model;
}

/** A fixed amount is no usage, also of a metered product: it is prorated. */
function scheduleOf({ id, type, billingInterval: interval, product }: PriceWithProduct): PriceSchedule {
  if (product.billingFrequency === "one-off") return { kind: "one_off" };
  if (interval === null) throw new Error(`the recurring price ${id} has no billing interval`);
  return product.feeType === "metered" && type !== "fixed"
    ? { kind: "usage", interval }
    : { kind: "recurring", interval, terms: product.paymentTerms };
}

/** A matrix selects its prices by its own properties. */
export function groupingOf({ model, groupBy }: ContractPrice): readonly string[] {
  return model.type === "matrix" ? model.dimensions : groupBy;
}
