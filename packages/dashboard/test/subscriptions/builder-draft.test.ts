import type { Subscription } from "@counterfoil/sdk";
import { expect, test } from "vitest";
import {
  bodyOfBuilder,
  draftOfSubscription,
  EMPTY_DRAFT,
} from "../../src/pages/subscriptions/builder/builder-draft.ts";

const WRITTEN = {
  ...EMPTY_DRAFT,
  accountId: "acct_1",
  currency: "EUR",
  contractMonths: "12",
  trialPeriodDays: "14",
  discountType: "percentage",
  discountAmount: "20",
  discountLength: "6",
  discountUnit: "weeks",
  maximum: "900",
  maximumPeriod: "quarter",
  entitlements: [
    { featureKey: "sso", value: "true", resets: "none" },
    { featureKey: "seats", value: "unlimited", resets: "none" },
    { featureKey: "calls", value: "1000", resets: "month" },
    { featureKey: "", value: "true", resets: "none" },
  ],
} as const;

test("a contract says how long its trial and its discount last, what it comes to at most, and what it grants", () => {
  expect(bodyOfBuilder(WRITTEN)).toMatchObject({
    contractPeriodType: "fixed",
    contractDuration: 12,
    trialPeriodDays: 14,
    discount: {
      discountType: "percentage",
      amount: "20",
      durationType: "fixed",
      durationValue: 6,
      durationUnit: "weeks",
    },
    maximumSpend: { amount: "900", period: "quarter" },
    entitlements: [
      { featureKey: "sso", value: true },
      { featureKey: "seats", value: "unlimited", resets: "none" },
      { featureKey: "calls", value: "1000", resets: "month" },
    ],
  });
});

test("one that ends on a day has no length in months, whatever was written there", () => {
  expect(bodyOfBuilder({ ...WRITTEN, contractMonths: "12", endDate: "2027-03-01" })).toMatchObject({
    contractPeriodType: "fixed",
    contractDuration: null,
    contractEndDate: "2027-03-01",
  });
});

test("a draft that is opened again says what was written", () => {
  const { entitlements, ...written } = bodyOfBuilder(WRITTEN);
  const subscription = {
    ...written,
    contractStartDate: "2026-01-31T23:00:00Z",
    contractEndDate: "2027-01-31T23:00:00Z",
    name: "Pro",
    planId: null,
    invoicePaymentTerms: "net_30",
    autoIssueInvoices: true,
    sendInvoicesToCustomer: true,
  } as unknown as Subscription;
  const granted = entitlements!.map((one) => ({ resets: "none" as const, ...one }));
  expect(draftOfSubscription(subscription, { entitlements: granted }, "Europe/Berlin")).toEqual({
    ...WRITTEN,
    name: "Pro",
    // 23:00 in UTC is midnight in Berlin; its end follows from its months.
    startDate: "2026-02-01",
    endDate: "",
    invoicePaymentTerms: "net_30",
    entitlements: WRITTEN.entitlements.slice(0, 3),
  });
});
