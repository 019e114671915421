import { Decimal } from "@counterfoil/engine";
import type { CreditGrantRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { availableIn, toBalances } from "../../../src/flows/hold/credit-balances.ts";
import type { RunningUse } from "../../../src/flows/hold/running-credit.ts";

const grant = (id: string, amount: string, balance: string, unit: Partial<CreditGrantRow> = {}) =>
  ({ id, currency: "EUR", metricId: null, amount, balance, ...unit }) as CreditGrantRow;

const use = (left: Record<string, string>): RunningUse => ({
  total: new Map(),
  unpaid: new Map(),
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
  expect(toBalances(grants, usage, all)).toEqual({
    balances: [
      {
        currency: "EUR",
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
  expect(toBalances([], use({}), use({}))).toEqual({ balances: [], units: [] });
  expect(availableIn([], use({}), "EUR")).toBe("0.00");
  expect(availableIn(grants, all, "EUR")).toBe("40.50");
});
