import { expect, test } from "vitest";
import { isWanted } from "../../src/mails/is-wanted.ts";
import { subscription } from "../rows/subscription.ts";

// R-MAIL-1: the switches of a subscription decide which mails are sent automatically.

const all = { sendInvoicesToCustomer: true, sendReceiptsToCustomer: true, sendActivationEmail: true };

test.each([
  ["invoice", "sendInvoicesToCustomer"],
  ["reminder", "sendInvoicesToCustomer"],
  ["overdue", "sendInvoicesToCustomer"],
  ["receipt", "sendReceiptsToCustomer"],
  ["activation", "sendActivationEmail"],
] as const)("%s mails are switched off by %s, and are still sent on request", (kind, member) => {
  expect(isWanted({ kind, subscription: subscription(all) })).toBe(true);
  const off = subscription({ ...all, [member]: false });
  expect(isWanted({ kind, subscription: off })).toBe(false);
  expect(isWanted({ kind, subscription: off, isByHand: true })).toBe(true);
});

test("the invoice mail of a one-off invoice is sent, but its receipt is not; a quote is always sent", () => {
  const kinds = ["invoice", "reminder", "overdue", "receipt", "activation", "quote"] as const;
  expect(kinds.filter((kind) => isWanted({ kind, subscription: null }))).toEqual([
    "invoice",
    "reminder",
    "overdue",
    "quote",
  ]);
});
