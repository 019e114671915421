import { expect, test } from "vitest";
import type { PriceMade } from "../../journal/catalogue.ts";
import type { JournalEntry } from "../../journal/journal.ts";
import { openBooks } from "../books.ts";
import { replay } from "../replay.ts";

// Seed 54902: usage of a month is voided without rebilling on its billing date, and then a change "now" has the day
// looked at once more. Without rebilling, the charges are abandoned (decision 16, R-INV-2).

const START = Date.parse("2022-01-01T00:00:00Z");
const BILLED = Date.parse("2022-02-01T12:00:00Z");

/** 0.50 for each event's value, after each month. */
const calls: PriceMade = {
  id: "price_calls",
  feeType: "metered",
  paymentTerms: "arrears",
  billingFrequency: "recurring",
  type: "unit",
  model: { pricePerUnit: { value: "0.50" } },
  currency: "EUR",
  billingInterval: "monthly",
  metricIds: ["metric_calls"],
  trialPeriodDays: null,
  discount: null,
  minimumSpend: null,
  maximumSpend: null,
};

const begun: JournalEntry[] = [
  { kind: "organization_made", graceHours: 0, skipsZero: false, country: null, now: START },
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
  { kind: "price_made", price: calls },
  { kind: "price_made", price: { ...calls, id: "price_more", model: { pricePerUnit: { value: "2.00" } } } },
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
      minimumSpend: null,
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
    priceIds: ["price_calls"],
  },
  { kind: "subscription_activated", subscriptionId: "sub_1" },
  { kind: "events_taken", events: [used("january", "2022-01-10T00:00:00Z", 20)] },
  { kind: "clock_moved", to: BILLED, stepwise: true },
];

function used(uniqueId: string, at: string, value: number) {
  const properties = { value };
  return { uniqueId, accountId: "acct_1", eventName: "call", at: Date.parse(at), properties };
}

function voided(isRebilled: boolean): JournalEntry {
  const billed = { subscriptionId: "sub_1", billingDate: "2022-02-01", nth: 0 };
  return { kind: "invoice_voided", invoiceId: "inv_1", billed, isRebilled, replacedBy: isRebilled ? "inv_2" : null };
}

/** Another price takes the place of this one today. */
const changed: JournalEntry = {
  kind: "subscription_changed",
  change: {
    subscriptionId: "sub_1",
    versionId: "subv_2",
    remove: [],
    update: [{ priceId: "price_calls", newPriceId: "price_more" }],
    add: [],
    planId: null,
    effective: "now",
    proration: "prorate",
    draft: false,
  },
};

/** Each invoice by its billing date and its lines, after these entries. */
function invoicesAfter(...entries: readonly JournalEntry[]): string[] {
  const books = openBooks();
  for (const entry of [...begun, ...entries]) replay(books, entry);
  return books.invoices.map(({ billingDate, isVoid, lines }) => {
    const shown = lines.map(({ priceId, service, amount }) => `${priceId} from ${service.start} ${amount.toText()}`);
    return [billingDate, ...(isVoid ? ["void"] : []), ...shown].join(", ");
  });
}

const ISSUED = "2022-02-01, price_calls from 2022-01-01 10";
const VOID = "2022-02-01, void, price_calls from 2022-01-01 10";

test("usage that is voided without rebilling is not billed again when a change has its billing date looked at once more", () => {
  expect(invoicesAfter()).toEqual([ISSUED]);
  expect(invoicesAfter(voided(false), changed)).toEqual([VOID]);
});

test("if it is rebilled, it is billed once", () => {
  expect(invoicesAfter(voided(true), changed)).toEqual([VOID, ISSUED]);
});

test("usage after the voided period is billed", () => {
  const february: JournalEntry[] = [
    { kind: "events_taken", events: [used("february", "2022-02-10T00:00:00Z", 3)] },
    { kind: "clock_moved", to: Date.parse("2022-03-01T12:00:00Z"), stepwise: true },
  ];
  expect(invoicesAfter(voided(false), changed, ...february)).toEqual([
    VOID,
    // 3 × 2.00
    "2022-03-01, price_more from 2022-02-01 6",
  ]);
});

test("late usage of the voided period is not billed", () => {
  const late: JournalEntry[] = [
    { kind: "events_taken", events: [used("late", "2022-01-20T00:00:00Z", 8)] },
    { kind: "clock_moved", to: Date.parse("2022-02-02T12:00:00Z"), stepwise: true },
  ];
  expect(invoicesAfter(voided(false), ...late)).toEqual([VOID]);
});
