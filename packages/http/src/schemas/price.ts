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

/** The fields of a price in every response: alone with `productId`, in a bundle with `product`. */
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
  taxRateIds: Type.Array(Type.String(), {
    description: "Tax rates that apply to the price, each in its own location.",
  }),
  archivedAt: nullable(instant),
  ...timestamps,
};

export const price = record({
  ...priceMembers,
  productId: Type.String(),
  replacesPriceId: nullable(Type.String({ description: "The sold price that this price replaces." })),
  replacedByPriceId: nullable(Type.String({ description: "The price that replaces this sold price." })),
});

/** A price in a list, with the subscription that `include=subscription` adds. */
export const listedPrice = record({
  ...price.properties,
  subscriptionId: Type.Optional(
    nullable(
      Type.String({
        description:
          "Only with `include=subscription`. The subscription that the price was created for, in `newPrices` or " +
          "`newPrice`. Null for a price of the catalog.",
      }),
    ),
  ),
});

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
  description: 'ID of the product, or {"Type": "<id>"}. Required for a new price.',
});

/**
 * The fields of a price that a caller can set. Which fields are required depends on the others; the service checks it.
 */
export const priceInputMembers = {
  productId: Type.Optional(productId),
  type: Type.Optional(oneOf(priceTypes, "Optional if you send exactly one pricing model.")),
  metricIds: Type.Optional(
    Type.Array(Type.String(), { maxItems: 100, description: "The product's metrics if omitted." }),
  ),
  billingInterval: Type.Optional(nullable(oneOf(BILLING_INTERVALS, "Defaults to monthly. Null for a one-off price."))),
  currency: Type.Optional(currency),
  ...pricingModelInputs,
  discount: Type.Optional(nullable(discountInput)),
  trialPeriodDays: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 3_650 }))),
  minimumSpend: Type.Optional(nullable(spendInput)),
  maximumSpend: Type.Optional(nullable(spendInput)),
  taxRateIds: Type.Optional(taxRateIds),
};

export const priceInput = record(priceInputMembers);
