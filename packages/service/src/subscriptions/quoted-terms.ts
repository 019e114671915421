import type { SubscriptionRow } from "@counterfoil/storage";

/** The members of a subscription that a quote shows and that the customer signs. */
export const QUOTED_TERMS = [
  "name",
  "description",
  "currency",
  "sourceCurrency",
  "conversionRate",
  "conversionRateDate",
  "activationMode",
  "contractStartDate",
  "contractEndDate",
  "contractDuration",
  "contractPeriodType",
  "autoRenew",
  "renewalPeriodType",
  "renewalDuration",
  "trialPeriodDays",
  "firstBillingDate",
  "chargeOneoffPricesOnContractStart",
  "invoicePaymentTerms",
  "discount",
  "minimumSpend",
  "maximumSpend",
  "additionalTerms",
  "termsOfServiceLinks",
  "termsOfServiceFiles",
] as const satisfies readonly (keyof SubscriptionRow)[];
