import { expect, test } from "vitest";
import { asksToPay, transferCodeOf } from "../../src/invoices/ask-to-pay.ts";
import { draft, issued } from "../rows/invoice.ts";
import { snapshots } from "../rows/snapshots.ts";

// R-PDF-1: an invoice invites payment only while an amount is due.

const bank = { ...snapshots.seller, bankDetails: "IBAN: DE89 3704 0044 0532 0130 00\nBIC: COBADEFFXXX" };

test("only an issued, unsettled invoice asks to be paid", () => {
  expect(asksToPay(issued())).toBe(true);
  expect(asksToPay(issued({ status: "uncollectible" }))).toBe(true);
  expect(asksToPay(issued({ amountPaid: "100" }))).toBe(false);
  expect(asksToPay(issued({ status: "void" }))).toBe(false);
  expect(asksToPay(draft())).toBe(false);
});

test("the transfer code has the amount due, not the total", () => {
  const code = transferCodeOf(issued({ amountPaid: "30" }), bank);
  expect(code?.split("\n")).toEqual(
    expect.arrayContaining(["COBADEFFXXX", "Acme GmbH", "DE89370400440532013000", "EUR70.00", "ACME-2024-0001"]),
  );
  expect(transferCodeOf(issued(), { ...bank, legalName: null })).toContain("\nAcme\n");
});

test.each([
  ["another currency than the euro", issued({ currency: "USD" }), bank],
  ["no account to pay to", issued(), { ...bank, bankDetails: "Cash only" }],
  ["nothing due", issued({ amountPaid: "100" }), bank],
  ["a draft", draft(), bank],
])("with %s there is no transfer code", (_, invoice, seller) => {
  expect(transferCodeOf(invoice, seller)).toBeNull();
});
