import { CONTRACT_PERIOD_TYPES, ACTIVATION_MODES, VERSION_STATUSES, SUBSCRIPTION_STATUSES } from "@counterfoil/service";
import { PAYMENT_TERMS } from "@counterfoil/engine";
import Type from "typebox";
import { buyerReferenceInput } from "./electronic-form.ts";
import { entitlements, entitlementsInput } from "./entitlement.ts";
import { priceInput } from "./price.ts";
import {
  amountInput,
  currency,
  decimal,
  instant,
  instantInput,
  name,
  nullable,
  oneOf,
  record,
  text,
  timestamps,
} from "./schema.ts";

export const REASONS = ["no_longer_required", "moving_provider", "pricing", "support", "features", "other"] as const;

const spendPeriod = oneOf(["day", "week", "month", "quarter", "semi_annual", "year"]);
export const spend = record({ amount: decimal, period: spendPeriod });
export const spendInput = record({ amount: amountInput, period: spendPeriod });

const discountMembers = {
  discountType: oneOf(["percentage", "amount"]),
  amount: decimal,
  durationType: oneOf(["fixed", "forever"]),
};
const durationUnit = oneOf(["days", "weeks", "months", "years"]);
export const subscriptionDiscount = record({
  ...discountMembers,
  durationValue: nullable(Type.Integer()),
  durationUnit: nullable(durationUnit),
});
export const subscriptionDiscountInput = record({
  ...discountMembers,
  amount: amountInput,
  durationValue: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1_200 }))),
  durationUnit: Type.Optional(nullable(durationUnit)),
});

const link = record({ title: Type.String(), url: Type.String() });
const file = record({ title: Type.String(), fileURL: Type.String() });
const renewal = record({ renewedAt: instant, periodStart: instant, periodEnd: nullable(instant) });

export const subscription = record({
  id: Type.String(),
  ...timestamps,
  organizationId: Type.String(),
  name: Type.String(),
  accountId: Type.String(),
  planId: nullable(Type.String()),
  purchaseOrderNumber: nullable(Type.String()),
  buyerReference: nullable(
    Type.String({
      description:
        "The reference that the buyer expects on invoices, such as a Leitweg-ID (BT-10). Null means the account's.",
    }),
  ),
  description: nullable(Type.String()),
  trialPeriodDays: nullable(Type.Integer()),
  additionalTerms: nullable(Type.String()),
  termsOfServiceLinks: Type.Array(link),
  termsOfServiceFiles: Type.Array(file),
  minimumSpend: nullable(spend),
  maximumSpend: nullable(spend),
  contractStartDate: instant,
  contractEndDate: nullable(instant),
  contractDuration: nullable(Type.Integer({ description: "In months. Set if `contractPeriodType` is `fixed`." })),
  contractPeriodType: oneOf(CONTRACT_PERIOD_TYPES),
  discount: nullable(subscriptionDiscount),
  currency,
  sourceCurrency: nullable(currency),
  conversionRate: nullable(Type.Number()),
  conversionRateDate: nullable(instant),
  status: oneOf(SUBSCRIPTION_STATUSES),
  activationMode: oneOf(ACTIVATION_MODES),
  quoteTemplateId: nullable(Type.String()),
  signerName: nullable(Type.String()),
  signerEmail: nullable(Type.String()),
  signerJobTitle: nullable(Type.String()),
  cancelationReason: nullable(oneOf(REASONS)),
  cancelationReasonDescription: nullable(Type.String()),
  cancelsAt: nullable(instant),
  pausedAt: nullable(instant),
  resumesAt: nullable(instant),
  activatedAt: nullable(instant),
  canceledAt: nullable(instant),
  completedAt: nullable(instant),
  endedAt: nullable(instant),
  autoIssueInvoices: Type.Boolean(),
  autoPayInvoices: Type.Boolean(),
  sendInvoicesToCustomer: Type.Boolean(),
  sendReceiptsToCustomer: Type.Boolean(),
  invoiceGenerationStartDate: nullable(instant),
  autoRenew: Type.Boolean(),
  renewalPeriodType: nullable(oneOf(CONTRACT_PERIOD_TYPES)),
  renewalDuration: nullable(Type.Integer()),
  renewalHistory: Type.Array(renewal),
  firstBillingDate: nullable(instant),
  lastBillingDate: nullable(instant),
  chargeOneoffPricesOnContractStart: Type.Boolean(),
  hasPDF: Type.Boolean(),
  pdfSha256: nullable(Type.String({ description: "Hexadecimal SHA-256 of the latest PDF that was not a draft." })),
  invoicePaymentTerms: oneOf(PAYMENT_TERMS),
  invoiceMemoTemplate: nullable(Type.String()),
  invoiceFooterText: nullable(Type.String()),
  sendActivationEmail: Type.Boolean(),
});

const priceGroupInput = record({
  name: Type.Optional(nullable(name())),
  description: Type.Optional(nullable(text())),
  bundleId: Type.Optional(nullable(Type.String())),
  priceIds: Type.Optional(Type.Array(Type.String(), { maxItems: 500 })),
  newPrices: Type.Optional(Type.Array(priceInput, { maxItems: 100 })),
});

const optionalText = Type.Optional(nullable(text()));
const optionalFlag = Type.Optional(Type.Boolean());
const optionalDate = Type.Optional(nullable(instantInput));
const months = Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1_200 })));
const MAX_LINKS = { maxItems: 50 };
/** Anyone with the link of a quote sees these addresses, so they must not be able to run a script. */
const webAddress = Type.String({ format: "uri", pattern: "^https?://", maxLength: 2_000 });
const linkInput = record({ title: name(), url: webAddress });
const fileInput = record({ title: name(), fileURL: webAddress });

const writable = {
  name: Type.Optional(name()),
  description: optionalText,
  purchaseOrderNumber: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  buyerReference: buyerReferenceInput,
  currency: Type.Optional(currency),
  sourceCurrency: Type.Optional(nullable(currency)),
  conversionRate: Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ["string", "number", "null"],
      format: "decimal",
      description: "Exact decimal as a string, or a JSON number.",
    }),
  ),
  conversionRateDate: optionalDate,
  activationMode: Type.Optional(oneOf(ACTIVATION_MODES)),
  trialPeriodDays: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 3_650 }))),
  additionalTerms: optionalText,
  termsOfServiceLinks: Type.Optional(Type.Array(linkInput, MAX_LINKS)),
  termsOfServiceFiles: Type.Optional(Type.Array(fileInput, MAX_LINKS)),
  minimumSpend: Type.Optional(nullable(spendInput)),
  maximumSpend: Type.Optional(nullable(spendInput)),
  discount: Type.Optional(nullable(subscriptionDiscountInput)),
  contractStartDate: Type.Optional(instantInput),
  contractEndDate: optionalDate,
  contractDuration: months,
  contractPeriodType: Type.Optional(oneOf(CONTRACT_PERIOD_TYPES)),
  autoRenew: optionalFlag,
  renewalPeriodType: Type.Optional(nullable(oneOf(CONTRACT_PERIOD_TYPES))),
  renewalDuration: months,
  quoteTemplateId: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
  autoIssueInvoices: optionalFlag,
  autoPayInvoices: optionalFlag,
  sendInvoicesToCustomer: optionalFlag,
  sendReceiptsToCustomer: optionalFlag,
  sendActivationEmail: optionalFlag,
  invoiceGenerationStartDate: optionalDate,
  firstBillingDate: optionalDate,
  chargeOneoffPricesOnContractStart: optionalFlag,
  invoicePaymentTerms: Type.Optional(oneOf(PAYMENT_TERMS)),
  invoiceMemoTemplate: optionalText,
  invoiceFooterText: optionalText,
};

const scopeIds = {
  description: "For the type `items`, prices, or bundles of the price groups. Empty for the type `global`.",
};
const scope = record({ type: oneOf(["global", "items"]), ids: Type.Array(Type.String(), scopeIds) });
const scopeInput = record({
  type: oneOf(["global", "items"]),
  ids: Type.Optional(Type.Array(Type.String(), { maxItems: 500, ...scopeIds })),
});
export const versionDiscount = record({
  id: Type.String(),
  type: oneOf(["percentage", "amount"]),
  value: decimal,
  scope,
  durationType: oneOf(["fixed", "forever"]),
  durationValue: nullable(Type.Integer()),
  durationUnit: nullable(durationUnit),
});
export const versionThreshold = record({
  id: Type.String(),
  type: oneOf(["min", "max"]),
  value: decimal,
  interval: spendPeriod,
  scope,
});
/** Discounts and spend limits of a version (R-SUB-8). */
export const adjustmentsInput = {
  discounts: Type.Optional(
    Type.Array(
      record({
        type: oneOf(["percentage", "amount"]),
        value: Type.String({ format: "amount", description: "A percentage, or an amount per month." }),
        scope: Type.Optional(scopeInput),
        durationType: Type.Optional(oneOf(["fixed", "forever"])),
        durationValue: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1_200 }))),
        durationUnit: Type.Optional(nullable(durationUnit)),
      }),
      {
        maxItems: 100,
        description: "Replaces the discounts of the version. If omitted, those of the previous version apply.",
      },
    ),
  ),
  thresholds: Type.Optional(
    Type.Array(
      record({
        type: oneOf(["min", "max"]),
        value: amountInput,
        interval: Type.Optional(spendPeriod),
        scope: Type.Optional(scopeInput),
      }),
      {
        maxItems: 100,
        description: "Replaces the spend limits of the version. If omitted, those of the previous version apply.",
      },
    ),
  ),
};

export const subscriptionChange = record(writable);
export const subscriptionCreation = record({
  accountId: Type.String({ minLength: 1, maxLength: 255, description: "ID or alias of the account." }),
  planId: Type.Optional(nullable(Type.String())),
  priceGroups: Type.Optional(Type.Array(priceGroupInput, { maxItems: 100 })),
  entitlements: Type.Optional(entitlementsInput),
  ...adjustmentsInput,
  ...writable,
});

const priceGroup = record({
  name: nullable(Type.String()),
  description: nullable(Type.String()),
  bundleId: nullable(Type.String()),
  priceIds: Type.Array(Type.String()),
});

export const version = record({
  id: Type.String(),
  createdAt: instant,
  organizationId: Type.String(),
  quoteId: nullable(Type.String()),
  changeDescription: nullable(Type.String()),
  startDate: nullable(instant),
  endDate: nullable(instant),
  priceGroups: Type.Array(priceGroup),
  entitlements,
  discounts: Type.Array(versionDiscount),
  thresholds: Type.Array(versionThreshold),
  status: oneOf(VERSION_STATUSES),
});

const prices = {
  existingPriceIds: Type.Optional(Type.Array(Type.String(), { maxItems: 500 })),
  newPrices: Type.Optional(Type.Array(priceInput, { maxItems: 100 })),
};

/** Price groups, or `prices` and `priceBundles` of the described service (R-API-10). */
export const versionInput = record({
  changeDescription: optionalText,
  startDate: optionalDate,
  priceGroups: Type.Optional(Type.Array(priceGroupInput, { maxItems: 100 })),
  entitlements: Type.Optional(entitlementsInput),
  ...adjustmentsInput,
  prices: Type.Optional(record(prices)),
  priceBundles: Type.Optional(
    Type.Array(
      record({
        name: Type.Optional(nullable(name())),
        description: optionalText,
        bundleId: Type.Optional(nullable(Type.String())),
        ...prices,
      }),
      { maxItems: 100 },
    ),
  ),
  isMidCycle: Type.Optional(
    Type.Boolean({ description: "False rejects a start in the middle of a monthly period of the contract." }),
  ),
});
