import { expect, test } from "vitest";
import { openBooks } from "../../auditor/books.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import { issuedInOrder, storedInvoice, storedLine } from "../stored-invoices.ts";
import { openReturns, type Source, takeReturns } from "./returns.ts";

/** What an invoice gives back of which, when it is issued at a turn and those are issued by then. */
function returnsOf(
  invoices: readonly StoredInvoice[],
  invoice: StoredInvoice,
  { at, issued }: { readonly at: string; readonly issued: readonly string[] },
): string[] {
  const money = issuedInOrder([]);
  const returns = openReturns({ invoices, money, trail: [], journal: [], books: openBooks(), now: 9 });
  const sources = takeReturns(returns, invoice, { at, isIssued: (id) => issued.includes(id) });
  return sources.map(({ invoiceId, amount }: Source) => `${invoiceId} ${amount.toText()}`);
}

const maximum = (id: string, amount: string) =>
  storedLine(id, { kind: "maximum", amount, priceId: null, adjustmentId: "sub_1", settles: "2024-05-01" });

const charge = (id: string, amount: string) => storedLine(id, { kind: "usage", amount });

// Of a month with a maximum, 99.00 is billed. What takes off 120.00 more gives back at most that.
const billed = storedInvoice("010", { lines: [charge("010", "100.00"), maximum("010m", "-1.00")], issuedAt: 1 });
const shrunk = storedInvoice("020", {
  lines: [maximum("020", "-120.00")],
  billingDate: "2024-06-27",
  issuedAt: 2,
});

test("what a limit gives back is of the invoices that charged in its period, the oldest first", () => {
  expect(returnsOf([billed, shrunk], shrunk, { at: "021", issued: ["inv_010"] })).toEqual(["inv_010 99"]);
});

// Seed 55109: the account moved west, so that a later correction has an earlier billing date.
test("nothing is given back of an invoice that is made later, also for an earlier date", () => {
  const later = storedInvoice("030", { lines: [charge("030", "47.54")], billingDate: "2024-06-26", issuedAt: 3 });
  const invoices = [billed, later, shrunk];
  expect(returnsOf(invoices, shrunk, { at: "021", issued: ["inv_010"] })).toEqual(["inv_010 99"]);
  // Issued before it, the same invoice gives the rest.
  expect(returnsOf(invoices, shrunk, { at: "031", issued: ["inv_010", "inv_030"] })).toEqual([
    "inv_010 99",
    "inv_030 21",
  ]);
});

test("nor of one that is made later at the same instant of a stopped clock, but of one that is issued in the same go", () => {
  const same = storedInvoice("030", { lines: [charge("030", "47.54")], billingDate: "2024-06-26", issuedAt: 2 });
  const invoices = [billed, same, shrunk];
  expect(returnsOf(invoices, shrunk, { at: "021", issued: ["inv_010"] })).toEqual(["inv_010 99"]);
  expect(returnsOf(invoices, shrunk, { at: "031", issued: ["inv_010"] })).toEqual(["inv_010 99", "inv_030 21"]);
});

test("nor of one that shares a limit with an invoice that is given back, if it is made later", () => {
  const back = storedLine("020", {
    kind: "correction",
    amount: "-120.00",
    takes: [{ invoiceId: "inv_010", amount: "120.00" }],
  });
  const correction = storedInvoice("020", { lines: [back], billingDate: "2024-06-27", issuedAt: 2 });
  const later = storedInvoice("030", { lines: [charge("030", "47.54")], billingDate: "2024-06-26", issuedAt: 3 });
  const invoices = [billed, later, correction];
  expect(returnsOf(invoices, correction, { at: "021", issued: ["inv_010"] })).toEqual(["inv_010 99"]);
  expect(returnsOf(invoices, correction, { at: "031", issued: ["inv_010", "inv_030"] })).toEqual([
    "inv_010 99",
    "inv_030 21",
  ]);
});

test("what a limit gives back is of the void invoice, if its rebilling comes later and bills something else", () => {
  const replaced = { ...billed, status: "void" };
  const again = storedInvoice("030", {
    lines: [charge("030", "0.00")],
    issuedAt: 3,
    replacesInvoiceId: "inv_010",
  });
  expect(returnsOf([replaced, again, shrunk], shrunk, { at: "021", issued: ["inv_010"] })).toEqual(["inv_010 99"]);
  expect(returnsOf([replaced, again, shrunk], shrunk, { at: "031", issued: ["inv_010", "inv_030"] })).toEqual([]);
});

test("what a skipped invoice took back is followed to the invoice that was charged", () => {
  const taking = (id: string, from: string, amount: string) =>
    storedLine(id, { kind: "correction", amount: `-${amount}`, takes: [{ invoiceId: `inv_${from}`, amount }] });
  const skipped = storedInvoice("012", {
    lines: [taking("012", "010", "60.00"), charge("012c", "60.00")],
    status: "skipped",
    number: null,
    issuedAt: 1,
  });
  const more = storedInvoice("015", {
    lines: [taking("015", "012", "50.00"), charge("015c", "50.00")],
    status: "skipped",
    number: null,
    issuedAt: 1,
  });
  const last = storedInvoice("020", { lines: [taking("020", "015", "40.00")], issuedAt: 2 });
  expect(returnsOf([billed, skipped, more, last], last, { at: "021", issued: ["inv_010"] })).toEqual(["inv_010 40"]);
});

test("what is taken back of a percentage is of the invoices whose lines it counts, and not of new charges", () => {
  const first = storedInvoice("010", { lines: [charge("010", "150.00")], issuedAt: 1 });
  const second = storedInvoice("020", { lines: [charge("020", "50.00")], billingDate: "2024-06-02", issuedAt: 2 });
  const back = (id: string, amount: string, of: string) =>
    storedLine(id, { kind: "correction", amount: `-${amount}`, takes: [{ invoiceId: of, amount }] });
  const adjusts = { rule: "percentage", value: "50", positions: [0, 1, 2], most: null };
  const end = storedInvoice("030", {
    lines: [
      back("030a", "100.00", "inv_010"),
      back("030b", "50.00", "inv_020"),
      charge("030c", "20.00"),
      storedLine("030d", { kind: "discount", amount: "65.00", adjustmentId: "sub_1", adjusts }),
    ],
    billingDate: "2024-06-27",
    issuedAt: 3,
  });
  expect(returnsOf([first, second, end], end, { at: "031", issued: ["inv_010", "inv_020"] })).toEqual([
    "inv_010 50",
    "inv_020 25",
  ]);
});
