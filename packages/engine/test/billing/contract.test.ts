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
  startOfContractDay,
  usageSlot,
} from "../../src/index.ts";
import { billedTo, Ledger } from "./ledger.ts";
import { bill, contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

test("no day begins before an earlier one, even if a move skips more than a day (R-TIME-1)", () => {
  const contract = {
    timeZone: "Asia/Tokyo",
    earlierZones: [
      { timeZone: "Pacific/Pago_Pago", through: date("2020-12-20") },
      { timeZone: "Pacific/Kiritimati", through: date("2020-12-28") },
    ],
  };
  const startOf = (day: string) => startOfContractDay(contract, date(day)).toString();
  expect(startOf("2020-12-20")).toBe("2020-12-20T11:00:00Z");
  // In Kiritimati the day began an hour earlier than the day before it had begun in Pago Pago.
  expect(startOf("2020-12-21")).toBe("2020-12-20T11:00:00Z");
  expect(startOf("2020-12-22")).toBe("2020-12-21T10:00:00Z");
  expect(startOf("2020-12-29")).toBe("2020-12-28T15:00:00Z");
});

test("a one-off price is charged neither before a period nor after one", () => {
  const setup = fixedPrice("Setup", "250.00", { kind: "one_off" });
  expect([advanceInterval(setup), arrearsInterval(setup)]).toEqual([null, null]);
});

test("a price's trial counts from the day on which it is first sold, or from the contract's start (R-TIME-2)", () => {
  const price = fixedPrice("Base", "30.00", undefined, 10);
  const ledger = new Ledger(contractFrom("2024-01-01", { prices: [fixedPrice("Other", "1.00")] }));
  expect(serviceStart(ledger.contract, price).toString()).toBe("2024-01-11");
  expect(ledger.change(date("2024-02-01"), [price])).toBe(true);
  expect(serviceStart(ledger.contract, price).toString()).toBe("2024-02-11");
});

test("an invoice is due a number of days after its issue, or has no due date (R-INV-1)", () => {
  const due = PAYMENT_TERMS.map((terms) => dueOn(date("2024-01-31"), terms)?.toString() ?? null);
  expect(due).toEqual([
    "2024-01-31",
    "2024-02-07",
    "2024-02-15",
    "2024-03-01", // 30 days, 29 of them in February
    "2024-03-31",
    "2024-04-30",
    null,
  ]);
  expect(PAYMENT_TERMS.map(paymentDays)).toEqual([0, 7, 15, 30, 60, 90, null]);
});

test("months fill longer intervals and days fill weeks, but weeks do not fill a month (R-RATE-2)", () => {
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

test("the order of properties does not matter for a group (R-MET-2)", () => {
  expect(groupKey({ region: "eu", model: "large" })).toBe(groupKey({ model: "large", region: "eu" }));
  expect(groupKey({ region: "eu" })).not.toBe(groupKey({ region: "us" }));
  expect(groupKey(null)).not.toBe(groupKey({}));
});

test("a minimum is not charged for a period that began before invoices are issued here (R-TIME-3, R-SUB-8)", () => {
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

test("a minimum of usage is charged for a period that began before, because all of it is billed here (R-TIME-3, R-SUB-8)", () => {
  const minimum = (value: string, scope: ContractThreshold["scope"]): ContractThreshold => ({
    id: `min ${value}`,
    type: "min",
    value: Decimal.of(value),
    interval: "monthly",
    scope,
  });
  const prices = [usagePrice("Calls", "1.00"), fixedPrice("Base", "50.00")];
  const version = { startsOn: date("2024-01-01"), endsOn: null, proration: "prorate", isAfterBilling: false } as const;
  const contract = contractFrom("2024-01-01", {
    versions: [
      { ...version, id: "v1", endsOn: date("2024-03-01"), prices },
      { ...version, id: "v2", startsOn: date("2024-03-01"), prices: [...prices, usagePrice("Jobs", "1.00")] },
    ],
    thresholds: [
      minimum("80.00", { kind: "price", priceId: "Calls" }),
      minimum("90.00", { kind: "price", priceId: "Jobs" }),
      minimum("500.00", { kind: "subscription" }),
    ],
    invoicesFrom: date("2024-02-15"),
  });
  const used = bill(contract, "2024-03-01", (priceId) => (priceId === "Calls" ? "15" : "0"));
  expect(used).toEqual([
    "2024-03-01  2024-02-01→2024-03-01  Calls 15.00",
    "2024-03-01  2024-03-01→2024-04-01  Base 50.00",
    // 80.00 − 15.00. February's advance was billed elsewhere, so there is no minimum for everything.
    "2024-03-01  2024-02-01→2024-03-01  True-up to minimum spend 65.00",
  ]);
});

test("a limit for no days is not due on the first billing date if there is no stub (R-TIME-2, R-SUB-8)", () => {
  const maximum: ContractThreshold = {
    id: "max",
    type: "max",
    value: Decimal.of("91.00"),
    interval: "monthly",
    scope: { kind: "subscription" },
  };
  const terms = { prices: [fixedPrice("Base", "365.38")], thresholds: [maximum] };
  // [January 1, January 1) would have the same first day as the month that contains what was billed on it.
  expect(possibleAdjustments(contractFrom("2024-01-01", terms), date("2024-01-01"), [])).toEqual([]);
  const stub = possibleAdjustments(
    contractFrom("2023-12-22", { ...terms, firstBilling: "2024-01-01" }),
    date("2024-01-01"),
    [],
  );
  expect(stub.map(({ period }) => `${period.start}→${period.end}`)).toEqual(["2023-12-22→2024-01-01"]);
});

test("late usage of a price that the contract never sold corrects nothing (R-INV-9)", () => {
  const contract = contractFrom("2024-01-01", { prices: [usagePrice("Calls", "0.10")] });
  const service = { start: date("2024-01-01"), end: date("2024-02-01") };
  const late = [{ priceId: "Calls", versionId: "another", service }];
  expect(planBilling(contract, date("2024-02-15"), late).slots).toEqual([]);
});

test("usage of a draft is counted for the service for which it was created, whatever happened to the contract since", () => {
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
