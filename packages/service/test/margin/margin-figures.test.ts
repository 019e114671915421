import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { Conversion } from "../../src/exchange-rates/conversion.ts";
import { exactAmount, marginAmounts, marginFigures, type MarginPart } from "../../src/flows/margin/margin-figures.ts";

// R-COST-1: exact margins, the lowest first.

const part = (kind: MarginPart["kind"], key: string | null, amount: string, currency = "USD"): MarginPart => {
  return { kind, key, currency, on: "2026-01-10", amount: Decimal.of(amount) };
};
const dollars = new Conversion("USD", []);
const keys = (figures: readonly { key: string | null }[]) => figures.map(({ key }) => key);

test("sums are exact, and the percentage is of the revenue", () => {
  const parts = [part("revenue", "a", "2.00"), part("running", "a", "1.00"), part("cost", "a", "0.0001")];
  expect(marginAmounts(parts, dollars)).toEqual({
    revenue: "3.00",
    runningRevenue: "1.00",
    cost: "0.0001",
    margin: "2.9999",
    marginPercent: "100.00",
  });
  expect(marginAmounts([part("cost", null, "2")], dollars)).toMatchObject({ margin: "-2.00", marginPercent: null });
});

test("losers come first, equal margins by key, and missing rates last", () => {
  const parts = [
    part("revenue", "b", "1"),
    part("revenue", "a", "1"),
    part("cost", "euro", "5", "EUR"),
    part("cost", null, "1"),
    part("cost", "c", "3"),
  ];
  expect(keys(marginFigures(parts, "account", dollars))).toEqual(["c", null, "a", "b", "euro"]);
});

test("days stay in their order", () => {
  const parts = [part("cost", "2026-01-02", "9"), part("revenue", "2026-01-01", "1")];
  expect(keys(marginFigures(parts, "day", dollars))).toEqual(["2026-01-01", "2026-01-02"]);
});

test("a missing rate leaves the margin open, and a known one is used exactly", () => {
  const parts = [part("revenue", "a", "10"), part("cost", "a", "1.5", "EUR")];
  expect(marginAmounts(parts, dollars)).toMatchObject({ revenue: "10.00", cost: null, margin: null });
  const euros = new Conversion("USD", [{ fromCurrency: "EUR", date: "2026-01-01", rate: "1.0825" }]);
  // 1.5 × 1.0825 = 1.62375
  expect(marginAmounts(parts, euros)).toMatchObject({ cost: "1.62375", margin: "8.37625", marginPercent: "83.76" });
});

test("amounts show all digits, and at least those of the currency", () => {
  const shown = (text: string, currency: string) => exactAmount(Decimal.of(text), currency);
  expect([shown("1.5", "USD"), shown("0.0025", "USD"), shown("3", "JPY"), shown("1.50000", "KWD")]).toEqual([
    "1.50",
    "0.0025",
    "3",
    "1.500",
  ]);
});
