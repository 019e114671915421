import { expect, test } from "vitest";
import type { PriceMade } from "../journal/catalogue.ts";
import type { JournalEntry } from "../journal/journal.ts";
import { openBooks } from "./books.ts";
import { replay } from "./replay.ts";

// Seed 55262: a contract is canceled "now" with its last invoice at once, and nothing is due on its end. Usage that is
// voided on the last day is corrected on that day, not once more when the day of the end comes.

const price: PriceMade = {
  id: "price_calls",
  feeType: "metered",
  paymentTerms: "arrears",
  billingFrequency: "recurring",
  type: "unit",
  model: { pricePerUnit: { value: "1.00" } },
  currency: "EUR",
  billingInterval: "monthly",
  metricIds: ["metric_calls"],
  trialPeriodDays: null,
  discount: null,
  minimumSpend: null,
  maximumSpend: null,
};
const base: PriceMade = {
  ...price,
  id: "price_base",
  feeType: "fixed",
  paymentTerms: "advance",
  type: "fixed",
  model: { pricePerUnit: { value: "10.00" }, units: 1 },
  metricIds: [],
};
const january = {
  uniqueId: "january",
  accountId: "acct_1",
  eventName: "call",
  at: Date.parse("2022-01-10T00:00:00Z"),
  properties: { value: 50 },
};

/** A minimum of 90.00 a quarter; calls are sold in January only. Canceled on February 9: 40 of 90 days, so 40.00. */
const canceled: JournalEntry[] = [
  {
    kind: "organization_made",
    graceHours: 0,
    skipsZero: false,
    country: null,
    now: Date.parse("2022-01-01T00:00:00Z"),
  },
  {
    kind: "metric_made",
    metric: {
      id: "metric_calls",
      eventName: "call",
      filters: [],
      aggregation: { method: "sum", field: "value" },
      groupBy: [],
    },
  },
  { kind: "price_made", price },
  { kind: "price_made", price: base },
  { kind: "account_made", accountId: "acct_1", zone: "UTC", country: null },
  {
    kind: "subscription_made",
    subscription: {
      id: "sub_1",
      accountId: "acct_1",
      currency: "EUR",
      sourceCurrency: null,
      conversionRate: null,
      contractStartDate: "2022-01-01",
      trialPeriodDays: null,
      firstBillingDate: null,
      invoiceGenerationStartDate: null,
      fixedTerm: null,
      renewal: null,
      chargeOneoffPricesOnContractStart: false,
      minimumSpend: { amount: "90.00", period: "quarter" },
      maximumSpend: null,
      discount: null,
      autoIssueInvoices: true,
    },
  },
  {
    kind: "version_drafted",
    subscriptionId: "sub_1",
    versionId: "subv_1",
    startsOn: "2022-01-01",
    priceIds: ["price_calls", "price_base"],
  },
  { kind: "subscription_activated", subscriptionId: "sub_1" },
  { kind: "events_taken", events: [january] },
  { kind: "clock_moved", to: Date.parse("2022-02-01T12:00:00Z"), stepwise: true },
  {
    kind: "subscription_changed",
    change: {
      subscriptionId: "sub_1",
      versionId: "subv_2",
      remove: ["price_calls"],
      update: [],
      add: [],
      planId: null,
      effective: "now",
      proration: "prorate",
      draft: false,
    },
  },
  { kind: "clock_moved", to: Date.parse("2022-02-09T12:00:00Z"), stepwise: true },
  {
    kind: "subscription_canceled",
    cancellation: { subscriptionId: "sub_1", effective: "now", credit: "none", invoiceNow: true },
  },
];

test("what corrects a contract whose end was looked at ahead is made at once, and with its minimum", () => {
  const books = openBooks();
  for (const entry of canceled) replay(books, entry);
  const made = books.invoices.length;
  const corrected: JournalEntry[] = [
    { kind: "event_voided", uniqueId: "january" },
    { kind: "corrections_seen", days: ["sub_1 2022-02-10"], late: [] },
    { kind: "clock_moved", to: Date.parse("2022-02-09T13:00:00Z"), stepwise: true },
  ];
  for (const entry of corrected) replay(books, entry);
  const shown = () =>
    books.invoices
      .slice(made)
      .map(({ billingDate, lines }) => [billingDate, ...lines.map(({ kind, amount }) => `${kind} ${amount.toText()}`)]);
  // 10 + 10 are left of 70, and the minimum is 40.
  expect(shown()).toEqual([["2022-02-10", "correction -50", "minimum 20"]]);
  replay(books, { kind: "corrections_seen", days: [], late: [] });
  replay(books, { kind: "clock_moved", to: Date.parse("2022-03-01T00:00:00Z"), stepwise: true });
  expect(shown()).toHaveLength(1);
});

// Seed 55284.
test("an end that gives nothing back does not charge again what a change of that day gave back", () => {
  const books = openBooks();
  const beforeEnd = canceled.slice(0, -1);
  const left: JournalEntry[] = [
    {
      kind: "subscription_changed",
      change: {
        subscriptionId: "sub_1",
        versionId: "subv_3",
        remove: ["price_base"],
        update: [],
        add: [],
        planId: null,
        effective: "now",
        proration: "prorate",
        draft: false,
      },
    },
    {
      kind: "subscription_canceled",
      cancellation: { subscriptionId: "sub_1", effective: "2022-02-09", credit: "none", invoiceNow: false },
    },
  ];
  for (const entry of [...beforeEnd, ...left]) replay(books, entry);
  const shown = books.invoices
    .filter(({ billingDate }) => billingDate === "2022-02-09")
    .map(({ lines }) => lines.map(({ kind, amount }) => `${kind} ${amount.toText()}`));
  // 20 of 28 days of 10.00. What is left is above the minimum, so nothing else is due.
  expect(shown).toEqual([["credit -7.14"]]);
});
