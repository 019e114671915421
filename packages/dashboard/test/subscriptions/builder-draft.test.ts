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

test("a contract has its trial, its discount's duration, its maximum, and its entitlements", () => {
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

test("a contract with an end date has no length in months, whatever was typed there", () => {
  expect(bodyOfBuilder({ ...WRITTEN, contractMonths: "12", endDate: "2027-03-01" })).toMatchObject({
    contractPeriodType: "fixed",
    contractDuration: null,
    contractEndDate: "2027-03-01",
  });
});

test("reopening a draft restores what was typed", () => {
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
    // 23:00 UTC is midnight in Berlin. The end follows from the months.
    startDate: "2026-02-01",
    endDate: "",
    invoicePaymentTerms: "net_30",
    entitlements: WRITTEN.entitlements.slice(0, 3),
  });
});
