import type { Members } from "./shape.ts";
import { datetime, either, flag, idOf, listOf, orNull, record, text, whole, word, decimalText } from "./shape.ts";

interface FurtherMember {
  readonly shape: Members[string];
  /** The rule that names the concept. */
  readonly rule: string;
}

const entitlements = listOf(
  either(
    record({ featureKey: text, value: flag, resets: text }),
    record({ featureKey: text, value: text, resets: text }),
  ),
);

const scope = record({ type: word("global", "items"), ids: listOf(text) });

/**
 * The fields of resources that the described service does not have, each with the rule that allows it (R-API-1: only
 * for a concept that the specification names). A field that is neither in a table nor here is a fault.
 */
export const furtherMembers = {
  account: {
    locale: { shape: orNull(text), rule: "R-PDF-1" },
    electronicAddress: { shape: orNull(record({ scheme: text, value: text })), rule: "R-PDF-1" },
    buyerReference: { shape: orNull(text), rule: "R-PDF-1" },
    registrationNumber: { shape: orNull(text), rule: "R-PDF-1" },
    registrationScheme: { shape: orNull(text), rule: "R-PDF-1" },
    eInvoiceProfile: { shape: orNull(word("en16931", "peppol", "xrechnung")), rule: "R-PDF-1" },
    timezone: { shape: orNull(text), rule: "R-TIME-4" },
    testClockId: { shape: orNull(idOf("clock")), rule: "R-TIME-4" },
    taxRateIds: { shape: listOf(text), rule: "R-INV-6" },
  },
  metric: {
    groupBy: { shape: listOf(text), rule: "R-MET-2" },
    archivedAt: { shape: orNull(datetime), rule: "R-CAT-1" },
  },
  subscription: {
    buyerReference: { shape: orNull(text), rule: "R-PDF-1" },
    planId: { shape: orNull(idOf("plan")), rule: "R-SUB-3" },
    activationMode: { shape: word("manual", "automatic"), rule: "R-SUB-1" },
    cancelsAt: { shape: orNull(datetime), rule: "R-API-1" },
    pausedAt: { shape: orNull(datetime), rule: "R-API-1" },
    resumesAt: { shape: orNull(datetime), rule: "R-SUB-6" },
    canceledAt: { shape: orNull(datetime), rule: "R-SUB-7" },
    completedAt: { shape: orNull(datetime), rule: "R-SUB-7" },
    pdfSha256: { shape: orNull(text), rule: "R-PDF-1" },
  },
  product: {
    unitLabel: { shape: orNull(text), rule: "R-CAT-1" },
    taxCategory: { shape: orNull(text), rule: "R-CAT-1" },
    archivedAt: { shape: orNull(datetime), rule: "R-CAT-1" },
  },
  price: {
    currency: { shape: text, rule: "R-CAT-2" },
    taxRateIds: { shape: listOf(text), rule: "R-INV-6" },
    archivedAt: { shape: orNull(datetime), rule: "R-CAT-1" },
  },
  singlePrice: {
    replacesPriceId: { shape: orNull(idOf("price")), rule: "R-CAT-2" },
    replacedByPriceId: { shape: orNull(idOf("price")), rule: "R-CAT-2" },
  },
  bundle: {
    archivedAt: { shape: orNull(datetime), rule: "R-CAT-1" },
  },
  plan: {
    priceGroups: {
      shape: listOf(
        record({ name: orNull(text), description: orNull(text), bundleId: orNull(text), priceIds: listOf(text) }),
      ),
      rule: "R-CAT-3",
    },
    contractPeriodType: { shape: word("monthly_rolling", "fixed"), rule: "R-CAT-3" },
    contractDuration: { shape: orNull(whole), rule: "R-CAT-3" },
    trialPeriodDays: { shape: orNull(whole), rule: "R-CAT-3" },
    minimumSpend: { shape: orNull(record({ amount: decimalText, period: text })), rule: "R-CAT-3" },
    maximumSpend: { shape: orNull(record({ amount: decimalText, period: text })), rule: "R-CAT-3" },
    discount: {
      shape: orNull(
        record({
          discountType: text,
          amount: decimalText,
          durationType: text,
          durationValue: orNull(whole),
          durationUnit: orNull(text),
        }),
      ),
      rule: "R-CAT-3",
    },
    invoicePaymentTerms: { shape: orNull(text), rule: "R-CAT-3" },
    autoRenew: { shape: flag, rule: "R-CAT-3" },
    renewalPeriodType: { shape: orNull(text), rule: "R-CAT-3" },
    renewalDuration: { shape: orNull(whole), rule: "R-CAT-3" },
    entitlements: { shape: entitlements, rule: "R-CAT-3" },
    archivedAt: { shape: orNull(datetime), rule: "R-CAT-1" },
  },
  version: {
    entitlements: { shape: entitlements, rule: "R-CAT-3" },
    discounts: {
      shape: listOf(
        record({
          id: idOf("disc"),
          type: word("percentage", "amount"),
          value: decimalText,
          scope,
          durationType: text,
          durationValue: orNull(whole),
          durationUnit: orNull(text),
        }),
      ),
      rule: "R-SUB-8",
    },
    thresholds: {
      shape: listOf(record({ id: idOf("thr"), type: word("min", "max"), value: decimalText, interval: text, scope })),
      rule: "R-SUB-8",
    },
  },
} as const satisfies Record<string, Record<string, FurtherMember>>;

/** The shapes of a resource's additional fields, to be spread into its table. */
export function further(resource: keyof typeof furtherMembers): Members {
  const members: Record<string, FurtherMember> = furtherMembers[resource];
  return Object.fromEntries(Object.entries(members).map(([name, { shape }]) => [name, shape]));
}
