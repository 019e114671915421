import { createPrice, createProduct, type PriceInput } from "@counterfoil/service";
import type { PricePlan } from "../catalogue/prices.ts";
import { record, type World } from "../world.ts";

/** Creates a price with its own product. Returns its ID. */
export async function makePrice(world: World, plan: PricePlan): Promise<string> {
  const input = await priceInput(world, plan);
  const { id } = await world.platform.call((context) => createPrice(context, input));
  recordPrice(world, plan, id);
  return id;
}

/** Records a price that was created here or within another step. */
export function recordPrice(world: World, plan: PricePlan, id: string): void {
  record(world, { kind: "price_made", price: { ...plan, id } });
  const { coverage } = world;
  coverage.count(`price: ${plan.type}`);
  coverage.count(plan.billingInterval === null ? "price: one-off" : `interval: ${plan.billingInterval}`);
  if (plan.billingInterval !== null && plan.feeType === "fixed") coverage.count(`price: in ${plan.paymentTerms}`);
  if (plan.trialPeriodDays !== null) coverage.count("price: trial");
  if (plan.discount !== null) coverage.count(`price: discount by ${plan.discount.discountType}`);
  if (plan.minimumSpend !== null) coverage.count("price: minimum");
  if (plan.maximumSpend !== null) coverage.count("price: maximum");
  if (plan.metricIds.length > 1) coverage.count("price: several metrics");
}

/** The fields of a price as sent, after creating its product. */
export async function priceInput(world: World, plan: PricePlan): Promise<PriceInput> {
  const { feeType, paymentTerms, billingFrequency, type, model, ...rest } = plan;
  const name = `${type} ${world.books.prices.size + 1}`;
  const metricIds = [...plan.metricIds];
  const product = await world.platform.call((context) =>
    createProduct(context, { name, feeType, paymentTerms, billingFrequency, metricIds }),
  );
  const member = `${type.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}PricingModel`;
  return { ...rest, productId: product.id, type, metricIds, [member]: model } as PriceInput;
}
