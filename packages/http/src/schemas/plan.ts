import { CONTRACT_PERIOD_TYPES } from "@counterfoil/service";
import { PAYMENT_TERMS } from "@counterfoil/engine";
import Type from "typebox";
import { entitlements, entitlementsInput } from "./entitlement.ts";
import { currency, instant, name, nullable, oneOf, record, text, timestamps } from "./schema.ts";
import { spend, spendInput, subscriptionDiscount, subscriptionDiscountInput } from "./subscription.ts";

const listed = {
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  currency,
  ...timestamps,
};

/** A plan in the list, with only these six fields. */
export const listedPlan = record(listed);

const inMonths = { description: "In months. Set if the period type is `fixed`." };

/** A single plan, with the initial terms of its subscriptions (R-CAT-3). */
export const plan = record({
  ...listed,
  priceGroups: Type.Array(
    record({
      name: nullable(Type.String()),
      description: nullable(Type.String()),
      bundleId: nullable(Type.String()),
      priceIds: Type.Array(Type.String()),
    }),
  ),
  contractPeriodType: oneOf(CONTRACT_PERIOD_TYPES),
  contractDuration: nullable(Type.Integer(inMonths)),
  trialPeriodDays: nullable(Type.Integer()),
  minimumSpend: nullable(spend),
  maximumSpend: nullable(spend),
  discount: nullable(subscriptionDiscount),
  invoicePaymentTerms: nullable(oneOf(PAYMENT_TERMS, "Null means the organization's terms.")),
  autoRenew: Type.Boolean(),
  renewalPeriodType: nullable(oneOf(CONTRACT_PERIOD_TYPES)),
  renewalDuration: nullable(Type.Integer(inMonths)),
  entitlements,
  archivedAt: nullable(instant),
});

const months = Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1_200, ...inMonths })));

const priceGroupInput = record({
  name: Type.Optional(nullable(name())),
  description: Type.Optional(nullable(text())),
  bundleId: Type.Optional(nullable(Type.String())),
  priceIds: Type.Optional(Type.Array(Type.String(), { maxItems: 500, description: "The bundle's prices if omitted." })),
});

const members = {
  description: Type.Optional(nullable(text())),
  currency: Type.Optional(currency),
  priceGroups: Type.Optional(Type.Array(priceGroupInput, { maxItems: 100 })),
  contractPeriodType: Type.Optional(oneOf(CONTRACT_PERIOD_TYPES)),
  contractDuration: months,
  trialPeriodDays: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 3_650 }))),
  minimumSpend: Type.Optional(nullable(spendInput)),
  maximumSpend: Type.Optional(nullable(spendInput)),
  discount: Type.Optional(nullable(subscriptionDiscountInput)),
  invoicePaymentTerms: Type.Optional(nullable(oneOf(PAYMENT_TERMS))),
  autoRenew: Type.Optional(Type.Boolean()),
  renewalPeriodType: Type.Optional(nullable(oneOf(CONTRACT_PERIOD_TYPES))),
  renewalDuration: months,
  entitlements: Type.Optional(entitlementsInput),
};
export const planCreation = record({ name: name(), ...members });
export const planChange = record({ name: Type.Optional(name()), ...members });
