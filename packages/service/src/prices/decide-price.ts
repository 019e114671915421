import { fitsInto, invariant, type PricingModel, pricingModelToWire } from "@counterfoil/engine";
import { findProduct, getOrganization, type PriceDiscount, type PriceRow, type ProductRow } from "@counterfoil/storage";
import { priceModel } from "../contracts/index.ts";
import type { Work } from "../context.ts";
import type { Fault } from "../errors/index.ts";
import { taxRateFaults } from "../tax/index.ts";
import { toInstantText } from "../time.ts";
import { type PriceInput, productIdOf } from "./price-input.ts";
import { defaultMetricIds, expressionMetricFaults, priceMetricFaults } from "./price-metrics.ts";
import { priceTermFaults } from "./price-terms.ts";
import { readPricingModel } from "./read-pricing-model.ts";

export type DecidedPrice =
  | { readonly ok: true; readonly price: PriceRow; readonly product: ProductRow }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * The price that results from a caller's members, either new or based on a `present` price, or all its faults by member
 * under `pointer`. Its product is locked against changes until the transaction ends.
 */
export async function decidePrice(
  work: Work,
  input: PriceInput,
  present: PriceRow | null,
  pointer: string,
): Promise<DecidedPrice> {
  const productId = productIdOf(input) ?? present?.productId;
  const product = productId === undefined ? undefined : await findProduct(work.tx, productId, "for share");
  const terms = await mergeTerms(work, input, present, product);
  const reading = readPricingModel(input, present && priceModel(present), pointer);
  const model = reading.ok ? reading.model : undefined;
  const type = reading.ok ? reading.model.type : reading.type;
  const metricIds = input.metricIds ?? (model && product && metricIdsOf(model, product, present));
  const faults = [
    ...productFaults(productId, product, present, pointer),
    ...(reading.ok ? [] : reading.faults),
    ...(await priceMetricFaults(work.tx, { type, product, metricIds, present: present?.metricIds }, pointer)),
    ...(model && metricIds ? expressionMetricFaults(model, metricIds, pointer) : []),
    ...priceTermFaults(terms, product, pointer),
    ...(await taxRateFaults(work.tx, input.taxRateIds ?? [], `${pointer}/taxRateIds`)),
    ...(model ? overageFaults(model, terms.billingInterval, pointer) : []),
  ];
  if (faults.length > 0) return { ok: false, faults };
  invariant(model !== undefined && product !== undefined && metricIds !== undefined, "nothing can be missing unnamed");
  const now = work.clock.now();
  const price: PriceRow = {
    id: present?.id ?? work.ids.next("price"),
    productId: product.id,
    type: model.type,
    metricIds,
    pricingModel: pricingModelToWire(model),
    ...terms,
    subscriptionId: present?.subscriptionId ?? null,
    replacesPriceId: present?.replacesPriceId ?? null,
    replacedByPriceId: present?.replacedByPriceId ?? null,
    archivedAt: present?.archivedAt ?? null,
    createdAt: present?.createdAt ?? now,
    updatedAt: now,
  };
  return { ok: true, price, product };
}

type Terms = Omit<
  PriceRow,
  | "id"
  | "productId"
  | "type"
  | "metricIds"
  | "pricingModel"
  | "archivedAt"
  | "subscriptionId"
  | "replacesPriceId"
  | "replacedByPriceId"
  | "createdAt"
  | "updatedAt"
>;

const NOTHING = { discount: null, trialPeriodDays: null, minimumSpend: null, maximumSpend: null, taxRateIds: [] };

async function mergeTerms(
  work: Work,
  input: PriceInput,
  present: PriceRow | null,
  product: ProductRow | undefined,
): Promise<Terms> {
  const organization = await getOrganization(work.tx);
  const old: Terms = present ?? {
    currency: organization.defaultCurrency,
    billingInterval: product?.billingFrequency === "one-off" ? null : "monthly",
    ...NOTHING,
  };
  const { discount, minimumSpend, maximumSpend, trialPeriodDays, billingInterval, currency } = input;
  return {
    currency: currency ?? old.currency,
    billingInterval: billingInterval === undefined ? old.billingInterval : billingInterval,
    trialPeriodDays: trialPeriodDays === undefined ? old.trialPeriodDays : trialPeriodDays,
    minimumSpend: minimumSpend === undefined ? old.minimumSpend : minimumSpend,
    maximumSpend: maximumSpend === undefined ? old.maximumSpend : maximumSpend,
    taxRateIds: input.taxRateIds ?? old.taxRateIds,
    discount: discount === undefined ? old.discount : discount && toDiscount(discount, organization.timezone),
  };
}

function toDiscount(input: NonNullable<PriceInput["discount"]>, timeZone: string): PriceDiscount {
  const { discountType, amount, periodLength = null, periodType = null, endDate = null } = input;
  const endsAt = endDate === null ? null : toInstantText(endDate, timeZone);
  return { discountType, amount, periodLength, periodType, endDate: endsAt };
}

/** Overage is billed in parts of the billing period, so its interval must divide that period without a remainder. */
function overageFaults(model: PricingModel, interval: PriceRow["billingInterval"], at: string): Fault[] {
  if (model.type !== "prepaid_fixed_tiered" || model.overageInterval === null || interval === null) return [];
  if (fitsInto(model.overageInterval, interval)) return [];
  const pointer = `${at}/prepaidFixedTieredPricingModel/overageInterval`;
  const detail =
    `A ${interval} billing interval is not a whole number of ${model.overageInterval} overage intervals. ` +
    "Choose an overageInterval that fits.";
  return [{ pointer, code: "does_not_fit", detail }];
}

function productFaults(
  productId: string | undefined,
  product: ProductRow | undefined,
  present: PriceRow | null,
  at: string,
): Fault[] {
  const pointer = `${at}/productId`;
  if (productId === undefined)
    return [{ pointer, code: "required", detail: "A price needs a product. Set productId." }];
  if (product === undefined) {
    return [{ pointer, code: "unknown_product", detail: `There is no product ${JSON.stringify(productId)}.` }];
  }
  if (product.archivedAt === null || present?.productId === product.id) return [];
  return [
    {
      pointer,
      code: "product_archived",
      detail: `The product ${productId} is archived. Use one that is not archived.`,
    },
  ];
}

/** A change that keeps product and type keeps the metrics, too. An expression names its own metrics. */
function metricIdsOf(model: PricingModel, product: ProductRow, present: PriceRow | null): string[] {
  const isSame = present?.productId === product.id && present.type === model.type && model.type !== "expression";
  return isSame ? present.metricIds : defaultMetricIds(model, product);
}
