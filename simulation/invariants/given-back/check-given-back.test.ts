import { expect, test } from "vitest";
import { openBooks } from "../../auditor/books.ts";
import type { StoredInvoice } from "../../platform/ledger.ts";
import { issuedInOrder, storedInvoice, storedLine } from "../stored-invoices.ts";
import { checkGivenBack } from "./check-given-back.ts";

// Seed 54883: usage of zero under 7 %, voided and rebilled under 0 %. Before, late usage had charged 5.75 + 7 %. That
// was given back with its tax, and then its invoice was voided and rebilled too.

const usage = (id: string) => storedLine(id, { kind: "usage", amount: "0.00" });
const late = (id: string) => storedLine(id, { kind: "correction", amount: "5.75" });
const back = (id: string) =>
  storedLine(id, { kind: "correction", amount: "-5.75", takes: [{ invoiceId: "inv_2", amount: "5.75" }] });

const first = storedInvoice("1", { lines: [usage("1")], percentage: "7", status: "void", issuedAt: 1 });
const charged = storedInvoice("2", { lines: [late("2")], percentage: "7", status: "void", issuedAt: 2 });
const firstAgain = storedInvoice("3", { lines: [usage("3")], issuedAt: 3, replacesInvoiceId: "inv_1" });
const returned = storedInvoice("4", { lines: [back("4")], percentage: "7", issuedAt: 4 });
const chargedAgain = storedInvoice("5", {
  lines: [late("5")],
  percentage: "7",
  issuedAt: 5,
  replacesInvoiceId: "inv_2",
});
const draft = { ...chargedAgain, status: "draft", issuedAt: null };

function faultsOf(invoices: readonly StoredInvoice[], order: readonly string[]): string[] {
  return checkGivenBack({ invoices, money: issuedInOrder(order), trail: [], journal: [], books: openBooks(), now: 6 });
}

test("what was given back of an invoice that is rebilled later has the taxes of the void invoice", () => {
  expect(faultsOf([first, charged, firstAgain, returned, draft], ["1", "2", "3", "4"])).toEqual([]);
});

test("the rebilled charge has the taxes under which its void invoice was given back", () => {
  // 5.75 + 0.40 of tax, less 5.75 and 0.40.
  expect(faultsOf([first, charged, firstAgain, returned, chargedAgain], ["1", "2", "3", "4", "5"])).toEqual([]);
});

test("taxes that neither the line nor its void invoice ever had are a fault, for what is given back and for what is rebilled", () => {
  const at19 = storedInvoice("4", { lines: [back("4")], percentage: "19", issuedAt: 4 });
  expect(faultsOf([first, charged, firstAgain, at19, draft], ["1", "2", "3", "4"])).toEqual([
    expect.stringContaining("the correction line_4 of -5.75"),
  ]);
  const again19 = { ...chargedAgain, taxes: at19.taxes };
  expect(faultsOf([first, charged, firstAgain, returned, again19], ["1", "2", "3", "4", "5"])).toEqual([
    expect.stringContaining("the correction line_5 of 5.75"),
  ]);
});

test("a void invoice says nothing about what is given back after its rebilling was issued", () => {
  const again = { ...chargedAgain, taxes: firstAgain.taxes };
  expect(faultsOf([first, charged, firstAgain, again, returned], ["1", "2", "3", "5", "4"])).toEqual([
    expect.stringContaining("the correction line_4 of -5.75"),
  ]);
});

test("a void invoice that is not rebilled says nothing about what is given back", () => {
  const more = storedInvoice("5", { lines: [late("5")], issuedAt: 3 });
  expect(faultsOf([first, charged, firstAgain, more, returned], ["1", "2", "3", "5", "4"])).toEqual([
    expect.stringContaining("the correction line_4 of -5.75"),
  ]);
});

test("late usage does not follow the taxes of what was given back, as long as more is charged under others", () => {
  // Of 10.00 + 7 %, 5.75 was given back. Then the 10.00 were rebilled under 0 %, and 5.75 + 7 % is wrong on top of them.
  const void10 = { ...first, lines: [{ ...usage("1"), amount: "10.00" }] };
  const back10 = {
    ...returned,
    lines: [{ ...back("4"), takes: [{ invoiceId: "inv_1", amount: "5.75" }] }],
    issuedAt: 2,
  };
  const rebilled = storedInvoice("5", {
    lines: [{ ...usage("5"), amount: "10.00" }],
    issuedAt: 3,
    replacesInvoiceId: "inv_1",
  });
  const right = storedInvoice("6", { lines: [late("6")], issuedAt: 4 });
  const wrong = storedInvoice("6", { lines: [late("6")], percentage: "7", issuedAt: 4 });
  const order = ["1", "4", "5", "6"];
  expect(faultsOf([void10, back10, rebilled, right], order)).toEqual([]);
  expect(faultsOf([void10, back10, rebilled, wrong], order)).toEqual([
    expect.stringContaining("the correction line_6 of 5.75"),
  ]);
});

test("of invoices issued at one instant, the order of issue decides, and not the order of creation", () => {
  const instant = { issuedAt: 3 };
  const again = { ...chargedAgain, ...instant, taxes: firstAgain.taxes };
  const invoices = [first, charged, { ...firstAgain, ...instant }, { ...returned, ...instant }, again];
  // Given back before the rebilling: under the taxes of the void invoice. The rebilling makes up for them.
  expect(faultsOf(invoices.slice(0, 4).concat({ ...again, taxes: returned.taxes }), ["1", "2", "3", "4", "5"])).toEqual(
    [],
  );
  // After it: under those of the rebilling.
  expect(faultsOf(invoices, ["1", "2", "3", "5", "4"])).toEqual([
    expect.stringContaining("the correction line_4 of -5.75"),
  ]);
});
