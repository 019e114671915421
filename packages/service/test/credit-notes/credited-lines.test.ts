import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { creditedLines, givenLines, type CreditedLineInput } from "../../src/credit-notes/credited-lines.ts";
import { withoutSince } from "../../src/credit-notes/without-since.ts";
import type { GivenBack } from "../../src/billing/index.ts";
import { issued, line, vat } from "../rows/invoice.ts";

// R-INV-8: what a credit note gives back of each line, and what was given back before.

const lines = [
  line({ amount: "100.00" }),
  line({ id: "line_2", amount: "-10.00", kind: "discount" }),
  line({ id: "line_3", amount: "50.00" }),
];

function decide(
  wanted: CreditedLineInput[],
  noted: Record<string, string> = {},
  billedBack: Record<string, string> = {},
) {
  const given = {
    lines,
    noted: (id: string) => Decimal.of(noted[id] ?? "0"),
    billedBack: (id: string) => Decimal.of(billedBack[id] ?? "0"),
  } as unknown as GivenBack;
  const { credits, faults } = creditedLines({ currency: "EUR" }, given, new Map(), wanted);
  return {
    credited: credits.map(({ credited }) => credited.toCanonical()),
    faults: faults.map(({ pointer, code }) => `${pointer} ${code}`),
  };
}

test("gives back all that is left of a line without an amount, and returns every line", () => {
  expect(decide([{ lineItemId: "line_1" }])).toEqual({ credited: ["100", "0", "0"], faults: [] });
  expect(decide([{ lineItemId: "line_1" }], { line_1: "30" }, { line_1: "20" }).credited).toEqual(["50", "0", "0"]);
  expect(decide([{ lineItemId: "line_2" }]).credited).toEqual(["0", "-10", "0"]);
  expect(decide([{ lineItemId: "line_3", amount: "12.5" }]).credited).toEqual(["0", "0", "12.5"]);
});

test.each([
  [{ lineItemId: "line_9" }, "lineItemId unknown_line"],
  [{ lineItemId: "line_1", amount: "0" }, "amount zero"],
  [{ lineItemId: "line_1", amount: "1.005" }, "amount too_many_decimals"],
  [{ lineItemId: "line_1", amount: "-1" }, "amount wrong_sign"],
  [{ lineItemId: "line_2", amount: "1" }, "amount wrong_sign"],
  [{ lineItemId: "line_1", amount: "70.01" }, "amount exceeds_line"],
  [{ lineItemId: "line_2", amount: "-10.01" }, "amount exceeds_line"],
  [{ lineItemId: "line_3" }, "lineItemId nothing_left"],
  [{ lineItemId: "line_3", amount: "1" }, "amount nothing_left"],
])("%j: %s", (wanted, fault) => {
  // 70 is left of the first line, and nothing of the third.
  expect(decide([wanted], { line_1: "30" }, { line_3: "50" }).faults).toEqual([`/lines/0/${fault}`]);
});

test("refuses a line that is named twice", () => {
  expect(decide([{ lineItemId: "line_1" }, { lineItemId: "line_1", amount: "1" }]).faults).toEqual([
    "/lines/1/lineItemId written_twice",
  ]);
});

test("returns what is given back of each charge with tax, so that prepaid grants get it back by line", () => {
  const taxed = line({
    amount: "100.00",
    taxes: [{ amount: "100.00", taxes: [{ index: 0, base: "100.00", amount: "19.00" }] }],
  });
  const credit = (of: typeof taxed, credited: string) => ({
    line: of,
    credited: Decimal.of(credited),
    creditedBefore: Decimal.zero,
    billedBack: { amount: Decimal.zero, parts: [], rest: Decimal.zero },
  });
  const given = givenLines([credit(taxed, "33.33"), credit(line({ id: "line_2", amount: "-10" }), "-5")], "EUR");
  expect([...given].map(([id, amount]) => `${id} ${amount.toString()}`)).toEqual(["line_1 39.66"]); // 33.33 × 1.19
});

test("an invoice as issued has the credit used then, and nothing paid", () => {
  const now = issued({ status: "paid", total: "100.00", creditsApplied: "70", amountPaid: "30", taxes: [vat()] });
  const since = (amount: string, invoice = now) => withoutSince(invoice, Decimal.of(amount));
  expect(since("30")).toMatchObject({ status: "issued", creditsApplied: "40", amountPaid: "0" });
  expect(since("0", { ...now, creditsApplied: "100.00", amountPaid: "0" })).toMatchObject({ status: "paid" });
  expect(since("30", { ...now, status: "void" })).toMatchObject({ status: "void", creditsApplied: "40" });
  expect(since("0", { ...now, status: "uncollectible", creditsApplied: "0" })).toMatchObject({ status: "issued" });
});
