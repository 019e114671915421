import { Decimal, drawInTurn, type PayableInvoice, type UsableGrant } from "@counterfoil/engine";
import { expect, test } from "vitest";

const invoice = (total: string, currency = "EUR"): PayableInvoice => ({
  currency,
  total: Decimal.of(total),
  lines: [{ id: "line", productId: null, metricId: null, quantity: Decimal.one, amount: Decimal.of(total) }],
});

const grant = (id: string, balance: string, currency = "EUR"): UsableGrant => ({
  id,
  currency,
  metricId: null,
  balance: Decimal.of(balance),
  productIds: [],
});

test("each invoice draws from what the earlier ones left (R-CREDIT-1)", () => {
  const grants = [grant("A", "100"), grant("dollars", "10", "USD"), grant("B", "50")];
  const { draws, left } = drawInTurn([invoice("70"), invoice("45"), invoice("60"), invoice("5")], grants);
  expect(draws.map((own) => own.map(({ grantId, paid }) => `${grantId} ${paid.toCanonical()}`))).toEqual([
    ["A 70"],
    ["A 30", "B 15"],
    ["B 35"], // 25 of it stays unpaid
    [],
  ]);
  expect([...left].map(([id, rest]) => `${id} ${rest.toCanonical()}`)).toEqual(["A 0", "dollars 10", "B 0"]);
});

test("a grant pays only the invoices that it may pay, and keeps its place among the others (R-CREDIT-2)", () => {
  const grants = [grant("expiring", "100"), grant("B", "50")];
  const invoices = [invoice("70"), invoice("45")];
  // The second invoice is issued after the first grant has expired.
  const { draws, left } = drawInTurn(invoices, grants, (place, grantId) => place === 0 || grantId !== "expiring");
  expect(draws.map((own) => own.map(({ grantId, paid }) => `${grantId} ${paid.toCanonical()}`))).toEqual([
    ["expiring 70"],
    ["B 45"],
  ]);
  expect([...left].map(([id, rest]) => `${id} ${rest.toCanonical()}`)).toEqual(["expiring 30", "B 5"]);
});

test("without invoices or grants, nothing is drawn", () => {
  expect(
    drawInTurn([], [grant("A", "100")])
      .left.get("A")
      ?.toCanonical(),
  ).toBe("100");
  expect(drawInTurn([invoice("70")], []).draws).toEqual([[]]);
});
