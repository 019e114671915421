import { aggregationMethods, FEATURE_TYPES, filterOperators, PAYMENT_TERMS, RESETS } from "@counterfoil/engine";
import type { Plan, Product } from "@counterfoil/sdk";
import type {
  CatalogAggregation,
  CatalogBundle,
  CatalogEntitlement,
  CatalogFeature,
  CatalogFilter,
  CatalogFilterGroup,
  CatalogMetric,
  CatalogPlan,
  CatalogPlanDiscount,
  CatalogPlanSpend,
  CatalogPriceGroup,
  CatalogProduct,
} from "@counterfoil/sdk/catalog";
import { priceShape } from "./price-shape.ts";
import {
  decimal,
  flag,
  list,
  nullable,
  number,
  optional,
  record,
  type RecordShape,
  reference,
  required,
  type Section,
  type Shape,
  text,
  whole,
  word,
} from "./shape.ts";

/** The words of a type of the client. The compiler refuses a missing or unknown one; the server's code is not loaded. */
function wordsOf<Words extends string>(words: Readonly<Record<Words, true>>): Shape {
  return word(Object.keys(words));
}

const contractPeriodType = wordsOf<Plan["contractPeriodType"]>({ monthly_rolling: true, fixed: true });

const aggregation = record<CatalogAggregation>({
  method: required(word(aggregationMethods)),
  field: optional(text),
  percentile: optional(number),
});

const filterGroup = record<CatalogFilterGroup>({
  operator: required(word(["and", "or"])),
  filters: required(
    list(
      record<CatalogFilter>({
        field: required(text),
        operator: required(word(filterOperators)),
        value: optional({ kind: "filter value" }),
      }),
    ),
  ),
});

const metric = record<CatalogMetric>({
  name: required(text),
  description: optional(text),
  eventName: required(text),
  filters: optional(list(filterGroup)),
  aggregation: required(aggregation),
  groupBy: optional(list(text)),
  archived: optional(flag),
});

const product = record<CatalogProduct>({
  name: required(text),
  description: optional(text),
  sku: optional(text),
  feeType: required(wordsOf<Product["feeType"]>({ fixed: true, metered: true })),
  paymentTerms: optional(wordsOf<Product["paymentTerms"]>({ advance: true, arrears: true })),
  billingFrequency: optional(wordsOf<Product["billingFrequency"]>({ recurring: true, "one-off": true })),
  metrics: optional(list(reference("metrics")), "metricIds"),
  unitLabel: optional(text),
  taxCategory: optional(text),
  archived: optional(flag),
});

const feature = record<CatalogFeature>({
  name: required(text),
  type: required(word(FEATURE_TYPES)),
  metric: optional(reference("metrics"), "metricId"),
});

const bundle = record<CatalogBundle>({
  name: required(text),
  description: optional(text),
  prices: required(list(reference("prices")), "priceIds"),
  archived: optional(flag),
});

const spend = record<CatalogPlanSpend>({
  amount: required(decimal),
  period: required(word(["day", "week", "month", "quarter", "semi_annual", "year"])),
});

const plan = record<CatalogPlan>({
  name: required(text),
  description: optional(text),
  currency: required(text),
  priceGroups: optional(
    list(
      record<CatalogPriceGroup>({
        name: nullable(text),
        description: nullable(text),
        bundle: optional(reference("bundles"), "bundleId"),
        prices: optional(list(reference("prices")), "priceIds"),
      }),
    ),
  ),
  contractPeriodType: optional(contractPeriodType),
  contractDuration: optional(whole),
  trialPeriodDays: optional(whole),
  minimumSpend: optional(spend),
  maximumSpend: optional(spend),
  discount: optional(
    record<CatalogPlanDiscount>({
      discountType: required(word(["percentage", "amount"])),
      amount: required(decimal),
      durationType: required(word(["fixed", "forever"])),
      durationValue: optional(whole),
      durationUnit: optional(word(["days", "weeks", "months", "years"])),
    }),
  ),
  invoicePaymentTerms: optional(word(PAYMENT_TERMS)),
  autoRenew: optional(flag),
  renewalPeriodType: optional(contractPeriodType),
  renewalDuration: optional(whole),
  entitlements: optional(
    list(
      record<CatalogEntitlement>({
        feature: required(reference("features"), "featureKey"),
        value: required({ kind: "allowance" }),
        resets: optional(word(RESETS)),
      }),
    ),
  ),
  archived: optional(flag),
});

/** The shape of an entry of each section. */
export const SHAPES: Readonly<Record<Section, RecordShape>> = {
  metrics: metric,
  products: product,
  features: feature,
  prices: priceShape,
  bundles: bundle,
  plans: plan,
};
