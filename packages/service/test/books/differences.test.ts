import { Decimal } from "@counterfoil/engine";
import type { BookedInvoiceRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import type { GivenBack } from "../../src/billing/index.ts";
import { correctedTaxDifferences, givenBackDifferences } from "../../src/books/given-back-differences.ts";
import { invoiceDifferences } from "../../src/books/invoice-differences.ts";
import { compareDecimals } from "../../src/books/line-differences.ts";
import { areEventsKept, groupOf, statedUsage } from "../../src/books/line-usage.ts";
import { statusDifferences } from "../../src/books/status-differences.ts";
import { taxDifferences } from "../../src/books/tax-differences.ts";
import type { CorrectedTaxes } from "../../src/invoice-taxes/index.ts";
import { draft, issued, line, vat } from "../rows/invoice.ts";

// R-OPS-3: verify reports everything in the books that does not follow from the rest of them.

const now = "2024-03-10T00:00:00.000Z";
const booked = (members: Partial<BookedInvoiceRow> = {}): BookedInvoiceRow => ({
  ...issued(),
  clockTime: null,
  wasVoided: false,
  wasGivenUp: false,
  ledger: "0",
  ledgerParts: null,
  paid: "0",
  issued: null,
  ...members,
});
const members = (found: readonly { member: string }[]) => found.map(({ member }) => member);

test.each<[string, Partial<BookedInvoiceRow>, string[]]>([
  ["an issued invoice with an amount due", {}, []],
  ["paid although an amount is due", { status: "paid" }, ["status"]],
  ["issued although all is paid", { amountPaid: "100.00" }, ["status"]],
  ["paid", { status: "paid", amountPaid: "100.00" }, []],
  ["overdue after its day", { status: "overdue" }, []],
  [
    "overdue before the end of its day",
    { status: "overdue", overdueAt: "2024-03-11T00:00:00.000Z" },
    ["status", "overdueAt"],
  ],
  [
    "overdue by the system's clock, on a test clock",
    { status: "overdue", clockTime: "2024-02-15T00:00:00.000Z" },
    ["status"],
  ],
  ["void without an audit entry", { status: "void" }, ["status"]],
  ["void", { status: "void", wasVoided: true }, []],
  ["written off without an audit entry", { status: "uncollectible" }, ["status"]],
  ["written off", { status: "uncollectible", wasGivenUp: true }, []],
  ["due again after it was written off", { status: "issued", wasGivenUp: true }, []],
  ["with another overdue time", { overdueAt: "2024-03-04T00:00:00.000Z" }, ["overdueAt"]],
  ["a draft", { number: null, status: "draft" }, []],
])("%s", (_, row, expected) => {
  expect(members(statusDifferences(booked(row), now))).toEqual(expected);
});

test("the total must match lines and taxes, and credit and payments must match the ledgers", () => {
  const found = (row: Partial<BookedInvoiceRow>, lines = [line()]) =>
    members(invoiceDifferences(booked({ number: null, status: "draft", ...row }), lines, [Decimal.of("100")], now));
  expect(found({})).toEqual([]);
  expect(found({ total: "100.01" })).toEqual(["total"]);
  expect(found({ tax: "1.00" })).toEqual(["tax", "total"]);
  expect(found({}, [line({ position: 1 })])).toEqual(["positions"]);
  expect(found({ creditsApplied: "40" })).toEqual(["creditsApplied"]);
  expect(found({ creditsApplied: "40", ledger: "-40" })).toEqual([]);
  expect(found({ amountPaid: "5" })).toEqual(["amountPaid"]);
  expect(found({ ledgerParts: { account_credit: "5" } })).toEqual(["creditedTo"]);
});

test("recomputes base and amount of each tax from the lines", () => {
  const taxed = line({ taxes: [{ amount: "100.00", taxes: [{ index: 0, base: "100.00", amount: "19.00" }] }] });
  const found = (tax: Parameters<typeof vat>[0], row = {}) =>
    members(
      taxDifferences(draft({ taxes: [vat(tax)], tax: "19.00", total: "119.00", ...row }), [taxed], [Decimal.of("100")]),
    );
  expect(found({})).toEqual([]);
  expect(found({ amount: "19.01" })).toEqual(["amount of VAT"]);
  expect(found({ base: "99.00" })).toEqual(["base of VAT"]);
  expect(found({}, { tax: "18.00" })).toEqual(["tax"]);
  expect(members(taxDifferences(draft({ tax: "1.00" }), [line()], [Decimal.of("99")]))).toEqual(["subtotal", "tax"]);
});

test("reports notes and later invoices that gave back more than was charged", () => {
  const given = (noted: string, back: string) =>
    ({
      lines: [line()],
      noted: () => Decimal.of(noted),
      leastBilledBack: () => Decimal.of(back),
    }) as unknown as GivenBack;
  const found = (noted: string, back: string, { total = "100.00", netted = "0" } = {}) =>
    givenBackDifferences({ total, currency: "EUR" }, given(noted, back), Decimal.of(netted)).length;
  expect([found("60", "40"), found("60", "40.01"), found("60", "40.01", { total: "-1.00" })]).toEqual([0, 1, 0]);
  // A later invoice took back 0.01 more of a maximum than its line shows, because the line also caps new charges.
  expect([found("60", "40.01", { netted: "0.01" }), found("60", "40.02", { netted: "0.01" })]).toEqual([0, 1]);
});

test("a line that gives back has the taxes of its original line", () => {
  const basis = { kind: "credit", bearsBilledTaxes: true };
  const credit = line({
    kind: "credit",
    amount: "-50",
    taxes: [{ amount: "-50", taxes: [{ index: 0, base: "-50", amount: "-9.5" }] }],
    explanation: { ...line().explanation, basis },
  });
  const wanted = (percentage: string) => () => {
    const { base: _base, amount: _amount, ...tax } = vat({ percentage });
    return [{ amount: Decimal.of("50"), taxes: [{ ...tax, percentage: Decimal.of(percentage) }] }];
  };
  const invoice = { taxes: [vat()], issueDate: now, updatedAt: now };
  expect(correctedTaxDifferences(invoice, credit, wanted("19"))).toEqual([]);
  expect(members(correctedTaxDifferences(invoice, credit, wanted("7")))).toEqual(["taxes"]);
  expect(correctedTaxDifferences(invoice, credit, () => undefined)).toEqual([]);
  // Lines of earlier releases were taxed by the rules of their time.
  expect(correctedTaxDifferences(invoice, { ...credit, explanation: line().explanation }, wanted("7"))).toEqual([]);
});

test("a skipped invoice has the taxes of a draft that was issued later, also at the same instant", () => {
  const credit = line({
    kind: "credit",
    amount: "-50",
    taxes: [{ amount: "-50", taxes: [{ index: 0, base: "-50", amount: "-9.5" }] }],
    explanation: { ...line().explanation, basis: { kind: "credit", bearsBilledTaxes: true } },
  });
  const { base: _base, amount: _amount, ...tax } = vat({ percentage: "7" });
  const issuedAt =
    (instant: string): CorrectedTaxes =>
    (_line, _decided, isLater) =>
      isLater?.(instant) === true
        ? undefined
        : [{ amount: Decimal.of("50"), taxes: [{ ...tax, percentage: Decimal.of("7") }] }];
  const found = (issueDate: string | null, original: string) =>
    members(correctedTaxDifferences({ taxes: [vat()], issueDate, updatedAt: now }, credit, issuedAt(original)));
  const [before, after] = ["2024-03-09T23:59:59.999Z", "2024-03-10T00:00:00.001Z"];
  expect([before, now, after].map((original) => found(null, original))).toEqual([["taxes"], [], []]);
  // What is issued at one instant is issued in the order in which it gives back.
  expect([before, now, after].map((original) => found(now, original))).toEqual([["taxes"], ["taxes"], []]);
});

test("compares decimals by value", () => {
  expect(compareDecimals("amount", "1.50", Decimal.of("1.5"))).toEqual([]);
  expect(compareDecimals("amount", "x", Decimal.of("1.5"))).toEqual([
    { member: "amount", billed: "x", computed: "1.5" },
  ]);
});

const usage = (quantity: string) => ({ quantity: Decimal.of(quantity), eventCount: Decimal.of("1") });
const counted = line({
  kind: "usage",
  usageGroup: { region: "eu" },
  explanation: {
    ...line().explanation,
    usage: { quantity: "7", eventCount: "2" },
    counted: { start: "2024-02-01T00:00:00.000Z", end: "2024-03-01T00:00:00.000Z", except: [], groupBy: [] },
  },
});
const terms = (type: string, method = "sum") => ({ price: { type }, metrics: [{ aggregation: { method } }] }) as never;

test("a line's usage is that of its group, or all usage without groups", () => {
  const slot = { total: usage("9"), groups: [{ values: { region: "eu" }, usage: usage("7") }] };
  const of = (group: Record<string, string> | null, all = slot) => groupOf(all, group).quantity.toString();
  expect([of({ region: "eu" }), of({ region: "us" }), of(null), of(null, { ...slot, groups: [] })]).toEqual([
    "7",
    "0",
    "0",
    "9",
  ]);
});

test("the usage that a line states is enough unless its price needs more than a quantity", () => {
  expect(statedUsage(counted, terms("unit"))?.groups).toHaveLength(1);
  for (const type of ["matrix", "expression"]) expect(statedUsage(counted, terms(type))).toBeNull();
  expect(statedUsage(counted, undefined)).toBeNull();
});

test("events are kept from a day on; a level depends on all earlier events", () => {
  const kept = (firstKept: string | null, method?: string) => areEventsKept(counted, terms("unit", method), firstKept);
  expect([kept(null), kept("2024-02-01T00:00:00.000Z"), kept("2024-02-01T00:00:00.001Z")]).toEqual([true, true, false]);
  expect([kept(null, "weighted_sum"), kept("2020-01-01T00:00:00.000Z", "weighted_sum")]).toEqual([true, false]);
});
