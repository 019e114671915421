import { Decimal } from "@counterfoil/engine";
import type { InvoiceDraw } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { drawsToReturn } from "../../src/credits/draws-to-return.ts";

// R-INV-8: the draws to which an amount goes back.

const money = (creditGrantId: string, ...lines: [string, string][]): InvoiceDraw => {
  const paid = Decimal.sum(lines.map(([, amount]) => Decimal.of(amount))).toString();
  const drawn = lines.map(([lineId, amount]) => ({ lineId, amount, amountPaid: amount }));
  return { creditGrantId, metricId: null, amount: paid, amountPaid: paid, lines: drawn };
};

function returned(draws: readonly InvoiceDraw[], amount: string, given: Record<string, string> = {}) {
  const lines = new Map(Object.entries(given).map(([id, back]) => [id, Decimal.of(back)]));
  return drawsToReturn(draws, Decimal.of(amount), lines).map(
    ({ creditGrantId, amountPaid }) => `${creditGrantId} ${Decimal.of(amountPaid).toCanonical()}`,
  );
}

const draws = [money("grant_1", ["line_1", "30"], ["line_2", "20"]), money("grant_2", ["line_2", "40"])];

test("returns to the last draw first", () => {
  expect(returned(draws, "25")).toEqual(["grant_2 25"]);
  expect(returned(draws, "55")).toEqual(["grant_2 40", "grant_1 15"]);
  expect(returned(draws, "0")).toEqual([]);
});

test("prefers draws that paid the lines being given back, each line up to its amount", () => {
  expect(returned(draws, "10", { line_1: "10" })).toEqual(["grant_1 10"]);
  // 25 of line_1, and the other 15 from the last draw.
  expect(returned(draws, "40", { line_1: "25", line_2: "15" })).toEqual(["grant_2 15", "grant_1 25"]);
});

test("the rounding difference of taxes goes to the same lines", () => {
  expect(returned(draws, "10.01", { line_1: "10" })).toEqual(["grant_1 10.01"]);
});

test("returns no more than was drawn", () => {
  expect(returned(draws, "500")).toEqual(["grant_2 40", "grant_1 50"]);
});

test("returns units in proportion, and all units with the full amount", () => {
  const units: InvoiceDraw = {
    creditGrantId: "grant_3",
    metricId: "metric_1",
    amount: "1000",
    amountPaid: "30",
    lines: [{ lineId: "line_1", amount: "1000", amountPaid: "30" }],
  };
  const [part] = drawsToReturn([units], Decimal.of("10"), new Map());
  expect(part).toEqual({
    ...units,
    amount: "333.333333333333333333", // 1000 × 10/30, never more
    amountPaid: "10",
    lines: [{ lineId: "line_1", amount: "333.333333333333333333", amountPaid: "10" }],
  });
  expect(drawsToReturn([units], Decimal.of("30"), new Map())[0]).toMatchObject({ amount: "1000", amountPaid: "30" });
});

test("returns a draw of an earlier release, without recorded lines, as a whole", () => {
  const old: InvoiceDraw = { ...money("grant_1"), amount: "50", amountPaid: "50", lines: null };
  const [part] = drawsToReturn([old], Decimal.of("20"), new Map([["line_1", Decimal.of("20")]]));
  expect(part).toMatchObject({ creditGrantId: "grant_1", amount: "20", amountPaid: "20", lines: null });
});
