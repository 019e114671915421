import { BILLING_INTERVALS, priceTypes } from "@counterfoil/engine";
import Type from "typebox";
import { pricingModelInputs, pricingModels } from "./pricing-model.ts";
import { currency, instant, instantInput, money, moneyInput, nullable, oneOf, record, timestamps } from "./schema.ts";
import { taxRateIds } from "./tax.ts";

const PERIOD_TYPES = ["days", "weeks", "months", "years"] as const;
const DISCOUNT_TYPES = ["percentage", "amount"] as const;

const discount = record({
  discountType: oneOf(DISCOUNT_TYPES),
  amount: money,
  periodLength: nullable(Type.Integer()),
  periodType: nullable(oneOf(PERIOD_TYPES)),
  endDate: nullable(instant),
});

const spend = record({ amount: money, period: oneOf(BILLING_INTERVALS) });

/** What a price says wherever it stands: alone with `productId`, in a bundle with `product`. */
export const priceMembers = {
  id: Type.String(),
  type: oneOf(priceTypes),
  metricIds: Type.Array(Type.String()),
  billingInterval: nullable(oneOf(BILLING_INTERVALS, "Null for a one-off price.")),
  currency,
  ...pricingModels,
  discount: nullable(discount),
  trialPeriodDays: nullable(Type.Integer()),
  minimumSpend: nullable(spend),
  maximumSpend: nullable(spend),
  taxRateIds: Type.Array(Type.String(), { description: "Tax rates that apply to it, each at its own place." }),
  archivedAt: nullable(instant),
  ...timestamps,
};

export const price = record({ ...priceMembers, productId: Type.String() });

const spendInput = record({ amount: moneyInput, period: oneOf(BILLING_INTERVALS) });

const discountInput = record({
  discountType: oneOf(DISCOUNT_TYPES),
  amount: moneyInput,
  periodLength: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1_200 }))),
  periodType: Type.Optional(nullable(oneOf(PERIOD_TYPES))),
  endDate: Type.Optional(nullable(instantInput)),
});

const productId = Type.Unsafe<string | { Type: string }>({
  type: ["string", "object"],
  properties: { Type: Type.String() },
  required: ["Type"],
  additionalProperties: false,
  description: 'Id of the product, or {"Type": "<id>"}. A new price needs it.',
});

/** The members of a price that can be written; which of them are needed depends on the others, and the service says. */
export const priceInputMembers = {
  productId: Type.Optional(productId),
  type: Type.Optional(oneOf(priceTypes, "May be left out beside a single pricing model.")),
  metricIds: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: "The product's when left out." })),
  billingInterval: Type.Optional(nullable(oneOf(BILLING_INTERVALS, "monthly when left out; null for one-off."))),
  currency: Type.Optional(currency),
  ...pricingModelInputs,
  discount: Type.Optional(nullable(discountInput)),
  trialPeriodDays: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 3_650 }))),
  minimumSpend: Type.Optional(nullable(spendInput)),
  maximumSpend: Type.Optional(nullable(spendInput)),
  taxRateIds: Type.Optional(taxRateIds),
};

export const priceInput = record(priceInputMembers);
