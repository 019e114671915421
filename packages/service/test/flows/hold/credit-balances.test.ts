import { Decimal } from "@counterfoil/engine";
import type { CreditGrantRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { availableIn, isWithinLine, toBalances } from "../../../src/flows/hold/credit-balances.ts";
import type { RunningUse } from "../../../src/flows/hold/running-use.ts";

const grant = (id: string, amount: string, balance: string, unit: Partial<CreditGrantRow> = {}) =>
  ({ id, currency: "EUR", metricId: null, amount, balance, ...unit }) as CreditGrantRow;

const use = (left: Record<string, string>, unpaid: Record<string, string> = {}): RunningUse => ({
  total: new Map(),
  spent: new Map(),
  unpaid: new Map(Object.entries(unpaid).map(([currency, text]) => [currency, Decimal.of(text)])),
  left: new Map(Object.entries(left).map(([id, text]) => [id, Decimal.of(text)])),
});

const grants = [
  grant("a", "100", "80"),
  grant("b", "50.5", "50.5"),
  grant("yen", "9000", "9000", { currency: "JPY" }),
  grant("units", "1000", "900", { currency: null, metricId: "metric_1" }),
];
const usage = use({ a: "30", b: "50.5", yen: "9000", units: "650.25" });
const all = use({ a: "0", b: "40.5", yen: "8000", units: "650.25" });

test("granted less drawn, running and held is available, in each currency and metric (R-CREDIT-1)", () => {
  expect(toBalances({ grants, creditLine: undefined }, usage, all)).toEqual({
    balances: [
      {
        currency: "EUR",
        creditLine: null,
        granted: "150.50",
        drawn: "20.00",
        running: "50.00",
        held: "40.00", // 30.00 of a and 10.00 of b
        available: "40.50",
        grants: [
          { id: "a", available: "0.00" },
          { id: "b", available: "40.50" },
        ],
      },
      {
        currency: "JPY",
        creditLine: null,
        granted: "9000",
        drawn: "0",
        running: "0",
        held: "1000",
        available: "8000",
        grants: [{ id: "yen", available: "8000" }],
      },
    ],
    units: [
      {
        metricId: "metric_1",
        granted: "1000",
        drawn: "100",
        running: "249.75",
        held: "0",
        available: "650.25",
        grants: [{ id: "units", available: "650.25" }],
      },
    ],
  });
});

test("without grants nothing is available (R-CREDIT-1)", () => {
  const none = { grants: [], creditLine: undefined };
  expect(toBalances(none, use({}), use({}))).toEqual({ balances: [], units: [] });
  expect(availableIn(none, use({}), "EUR")).toBe("0.00");
  expect(availableIn({ grants, creditLine: undefined }, all, "EUR")).toBe("40.50");
});

test("a credit line covers what no grant pays, less what is owed (R-CREDIT-1)", () => {
  const creditLine = { currency: "EUR", limit: Decimal.of("100"), owed: Decimal.of("30") };
  const own = { grants: [grant("a", "50", "50")], creditLine };
  // 60.00 used, of which a pays 50.00; then 45.00 held on top.
  const [usage, all] = [use({ a: "0" }, { EUR: "10" }), use({ a: "0" }, { EUR: "55" })];
  expect(toBalances(own, usage, all).balances).toEqual([
    {
      currency: "EUR",
      creditLine: { limit: "100.00", owed: "30.00" },
      granted: "50.00",
      drawn: "0.00",
      running: "60.00",
      held: "45.00",
      available: "15.00", // 50 − 60 − 45 + 100 − 30
      grants: [{ id: "a", available: "0.00" }],
    },
  ]);
  expect(availableIn(own, all, "EUR")).toBe("15.00");
  expect(availableIn(own, use({}, { EUR: "80" }), "EUR")).toBe("-10.00");
  expect(isWithinLine(own, use({}, { EUR: "70" }), "EUR")).toBe(true);
  expect(isWithinLine(own, use({}, { EUR: "70.01" }), "EUR")).toBe(false);
  expect(isWithinLine(own, use({}), "USD")).toBe(false);
  expect(isWithinLine({ creditLine: undefined }, use({}), "EUR")).toBe(false);
});
