import { expect, test } from "vitest";
import { isWanted } from "../../src/mails/is-wanted.ts";
import { subscription } from "../rows/subscription.ts";

// R-MAIL-1: the switches of a subscription decide which mails go out by themselves.

const all = { sendInvoicesToCustomer: true, sendReceiptsToCustomer: true, sendActivationEmail: true };

test.each([
  ["invoice", "sendInvoicesToCustomer"],
  ["reminder", "sendInvoicesToCustomer"],
  ["overdue", "sendInvoicesToCustomer"],
  ["receipt", "sendReceiptsToCustomer"],
  ["activation", "sendActivationEmail"],
] as const)("a mail of the kind %s is switched off by %s, and sent by hand all the same", (kind, member) => {
  expect(isWanted({ kind, subscription: subscription(all) })).toBe(true);
  const off = subscription({ ...all, [member]: false });
  expect(isWanted({ kind, subscription: off })).toBe(false);
  expect(isWanted({ kind, subscription: off, isByHand: true })).toBe(true);
});

test("a one-off invoice is sent, and its receipt is not; a quote always is", () => {
  const kinds = ["invoice", "reminder", "overdue", "receipt", "activation", "quote"] as const;
  expect(kinds.filter((kind) => isWanted({ kind, subscription: null }))).toEqual([
    "invoice",
    "reminder",
    "overdue",
    "quote",
  ]);
});
