import { Decimal, planBilling } from "@counterfoil/engine";
import type { JudgedAccount, UsageAlertRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { thresholdFaults } from "../../src/usage-alerts/check-usage-alert.ts";
import { amountOf } from "../../src/usage-alerts/judged-amount.ts";
import { billingPeriods, calendarPeriods, type Concern } from "../../src/usage-alerts/judged-periods.ts";
import { passedThresholds } from "../../src/usage-alerts/passed-thresholds.ts";
import { thresholdKey } from "../../src/usage-alerts/judge-usage.ts";
import { loadedContract } from "../rows/loaded-contract.ts";
import { metric, priceWithProduct, product } from "../rows/price.ts";

// R-HOOK-1, R-EVT-4: which thresholds are reached, and in which periods.

test("usage equal to a threshold has reached it", () => {
  expect(passedThresholds(["80", "100", "120"], Decimal.of("100"))).toEqual(["80", "100"]);
  expect(passedThresholds(["80"], Decimal.of("79.99"))).toEqual([]);
});

test.each([
  [["1", "2.5"], []],
  [["0"], ["/thresholds/0 not_positive"]],
  [["-1", "5"], ["/thresholds/0 not_positive"]],
  [["5", "5.0"], ["/thresholds/1 not_ascending"]],
  [["5", "4"], ["/thresholds/1 not_ascending"]],
  [["x"], []], // rejected earlier
])("%j: %j", (thresholds, expected) => {
  expect(thresholdFaults(thresholds).map(({ pointer, code }) => `${pointer} ${code}`)).toEqual(expected);
});

test("a threshold is reported once for a period, in any notation of its decimals", () => {
  const period = { alertId: "alert_1", accountId: "acct_1", subscriptionId: "", period: "2024-02" };
  expect(thresholdKey(period, "100.00")).toBe(thresholdKey(period, "100"));
  expect(thresholdKey(period, "100")).not.toBe(thresholdKey({ ...period, period: "2024-03" }, "100"));
});

const alert = { id: "alert_1", metricId: "metric_1", measure: "quantity", currency: null } as UsageAlertRow;
const concern = (happened: Concern["happened"] = null, members: Partial<JudgedAccount> = {}): Concern => ({
  alert,
  account: { id: "acct_1", timeZone: "Europe/Berlin", frozenTime: null, ...members },
  happened,
});
const now = "2024-02-15T12:00:00.000Z";
const starts = (periods: { start: string }[]) => periods.map(({ start }) => start);
const [january, february, march] = ["2023-12-31T23", "2024-01-31T23", "2024-02-29T23"].map((at) => `${at}:00:00.000Z`);

test("the current month is checked, and the months next to it if they contain new events", () => {
  expect(starts(calendarPeriods(concern(), "month", now))).toEqual([february]);
  const inside = { first: "2024-02-01T00:00:00.000Z", last: "2024-02-02T00:00:00.000Z" };
  expect(starts(calendarPeriods(concern(inside), "month", now))).toEqual([february]);
  const around = { first: "2024-01-31T22:59:59.999Z", last: "2024-02-29T23:00:00.000Z" };
  expect(starts(calendarPeriods(concern(around), "month", now))).toEqual([january, february, march]);
});

test("the current time is that of the account's test clock, and a period without an end has no neighbors", () => {
  expect(starts(calendarPeriods(concern(null, { frozenTime: "2024-03-05T00:00:00.000Z" }), "month", now))).toEqual([
    march,
  ]);
  const long = { first: "2020-01-01T00:00:00.000Z", last: "2030-01-01T00:00:00.000Z" };
  expect(calendarPeriods(concern(long), "none", now)).toHaveLength(1);
});

const metered = priceWithProduct({
  type: "unit",
  pricingModel: { pricePerUnit: { value: "0.10" } },
  metricIds: ["metric_1"],
  metrics: [metric()],
  product: product({ feeType: "metered", paymentTerms: "arrears", metricIds: ["metric_1"] }),
});
const loaded = loadedContract({ prices: [metered] });

test("a billing period is checked for each subscription, and an amount only in its currency", () => {
  const [running] = billingPeriods(concern(), loaded, now);
  expect(running).toMatchObject({
    subscriptionId: "sub_1",
    label: "2024-02-01 monthly",
    start: february,
    end: march,
  });
  const late = { first: "2024-01-31T22:00:00.000Z", last: "2024-02-02T00:00:00.000Z" };
  expect(starts(billingPeriods(concern(late), loaded, now))).toEqual([january, february]);
  const amount = (currency: string) => ({ ...concern(), alert: { ...alert, measure: "amount" as const, currency } });
  expect(billingPeriods(amount("EUR"), loaded, now)).toHaveLength(1);
  expect(billingPeriods(amount("USD"), loaded, now)).toEqual([]);
});

test("the amount covers the metric's prices, without minimums and adjustments of the whole subscription", () => {
  const plan = planBilling(loaded.contract, Temporal.PlainDate.from("2024-02-01"));
  const line = (kind: string, priceId: string | null, amount: string) => ({
    kind,
    priceId,
    amount: Decimal.of(amount),
  });
  const lines = [
    line("usage", "price_1", "40"),
    line("discount", "price_1", "-4"),
    line("minimum", "price_1", "20"),
    line("recurring", "price_2", "49"),
    line("discount", null, "-9"),
  ];
  const decision = { kind: "invoice", draft: { lines }, usageThrough: null } as never;
  const judged = { billed: { loaded, plan } };
  const value = (outcome: ReturnType<typeof amountOf>) => ("value" in outcome ? outcome.value.toString() : outcome);
  expect(value(amountOf(judged, decision))).toBe("36");
  expect(value(amountOf(judged, { kind: "nothing" }))).toBe("0");
  expect(amountOf(judged, { kind: "failed", failure: "no price" })).toEqual({ failure: "no price" });
});
