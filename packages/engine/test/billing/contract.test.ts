import { expect, test } from "vitest";
import {
  advanceInterval,
  arrearsInterval,
  BILLING_INTERVALS,
  type ContractThreshold,
  Decimal,
  dueOn,
  paymentDays,
  fitsInto,
  groupKey,
  PAYMENT_TERMS,
  planBilling,
  possibleAdjustments,
  segments,
  serviceStart,
  usageSlot,
} from "../../src/index.ts";
import { billedTo, Ledger } from "./ledger.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

test("a one-off price is charged neither before a period nor after one", () => {
  const setup = fixedPrice("Setup", "250.00", { kind: "one_off" });
  expect([advanceInterval(setup), arrearsInterval(setup)]).toEqual([null, null]);
});

test("a price's trial counts from the day on which it is first sold, else from the contract's start (R-TIME-2)", () => {
  const price = fixedPrice("Base", "30.00", undefined, 10);
  const ledger = new Ledger(contractFrom("2024-01-01", { prices: [fixedPrice("Other", "1.00")] }));
  expect(serviceStart(ledger.contract, price).toString()).toBe("2024-01-11");
  expect(ledger.change(date("2024-02-01"), [price])).toBe(true);
  expect(serviceStart(ledger.contract, price).toString()).toBe("2024-02-11");
});

test("an invoice is due so many days after it was issued, or has no date (R-INV-1)", () => {
  const due = PAYMENT_TERMS.map((terms) => dueOn(date("2024-01-31"), terms)?.toString() ?? null);
  expect(due).toEqual([
    "2024-01-31",
    "2024-02-07",
    "2024-02-15",
    "2024-03-01", // 30 days, of which February takes 29
    "2024-03-31",
    "2024-04-30",
    null,
  ]);
  expect(PAYMENT_TERMS.map(paymentDays)).toEqual([0, 7, 15, 30, 60, 90, null]);
});

test("months fill months and days fill weeks; weeks fill no month (R-RATE-2)", () => {
  const filled = BILLING_INTERVALS.map((part) => BILLING_INTERVALS.filter((whole) => fitsInto(part, whole)).join(" "));
  expect(filled).toEqual([
    "daily weekly monthly quarterly semi_annual yearly",
    "weekly",
    "monthly quarterly semi_annual yearly",
    "quarterly semi_annual yearly",
    "semi_annual yearly",
    "yearly",
  ]);
});

test("a group is the same whatever the order of its properties (R-MET-2)", () => {
  expect(groupKey({ region: "eu", model: "large" })).toBe(groupKey({ model: "large", region: "eu" }));
  expect(groupKey({ region: "eu" })).not.toBe(groupKey({ region: "us" }));
  expect(groupKey(null)).not.toBe(groupKey({}));
});

test("a minimum of a period that began before invoices are made here is not lifted (R-TIME-3, R-SUB-8)", () => {
  const minimum: ContractThreshold = {
    id: "min",
    type: "min",
    value: Decimal.of("80.00"),
    interval: "monthly",
    scope: { kind: "subscription" },
  };
  const prices = [fixedPrice("Base", "50.00")];
  const terms = { prices, thresholds: [minimum], invoicesFrom: date("2024-02-15") };
  expect(billedTo(contractFrom("2024-01-01", terms), "2024-04-01").print()).toEqual([
    "2024-03-01  2024-03-01→2024-04-01  Base 50.00", // February's advance was due on February 1, elsewhere
    "2024-04-01  2024-04-01→2024-05-01  Base 50.00",
    "2024-04-01  2024-03-01→2024-04-01  True-up to minimum spend 30.00", // 80.00 − 50.00
  ]);
});

test("a limit of no days is not due on the first billing date, where no stub ends (R-TIME-2, R-SUB-8)", () => {
  const maximum: ContractThreshold = {
    id: "max",
    type: "max",
    value: Decimal.of("91.00"),
    interval: "monthly",
    scope: { kind: "subscription" },
  };
  const terms = { prices: [fixedPrice("Base", "365.38")], thresholds: [maximum] };
  // [January 1, January 1) would be known by its first day, as the month is that holds what was billed on it.
  expect(possibleAdjustments(contractFrom("2024-01-01", terms), date("2024-01-01"), [])).toEqual([]);
  const stub = possibleAdjustments(
    contractFrom("2023-12-22", { ...terms, firstBilling: "2024-01-01" }),
    date("2024-01-01"),
    [],
  );
  expect(stub.map(({ period }) => `${period.start}→${period.end}`)).toEqual(["2023-12-22→2024-01-01"]);
});

test("late usage of what the contract never sold corrects nothing (R-INV-9)", () => {
  const contract = contractFrom("2024-01-01", { prices: [usagePrice("Calls", "0.10")] });
  const service = { start: date("2024-01-01"), end: date("2024-02-01") };
  const late = [{ priceId: "Calls", versionId: "another", service }];
  expect(planBilling(contract, date("2024-02-15"), late).slots).toEqual([]);
});

test("usage of a draft is counted for the service it was made for, whatever the contract has become", () => {
  const tier = { minUnits: Decimal.zero, maxUnits: null, pricePerUnit: Decimal.of("0.10"), fixedFee: Decimal.zero };
  const model = { type: "prepaid_tiered", tiers: [tier], units: Decimal.of("31") } as const;
  const price = { ...usagePrice("Calls", "0"), model };
  const ledger = new Ledger(contractFrom("2024-01-01", { prices: [price] }));
  expect(ledger.change(date("2024-01-01"), [fixedPrice("Base", "1.00")])).toBe(true);
  const service = { start: date("2024-01-01"), end: date("2024-01-11") };
  const [replaced] = segments(ledger.contract);
  const slot = replaced && usageSlot(ledger.contract, replaced, service, "usage");
  expect(slot?.countsFrom).toEqual(service.start);
  expect(slot?.unitsShare).toEqual({ days: 10, of: 31 });
});
