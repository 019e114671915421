import { expect, test } from "vitest";
import { type Contract, type ContractPrice, Decimal, usagePeriodOf, usagePeriodsAt } from "../../src/index.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

const calls = usagePrice("calls", "0.10");
const weekly: ContractPrice = { ...calls, id: "weekly", schedule: { kind: "usage", interval: "weekly" } };

/** The periods as text, with the billing date and the charged days of each. */
function periods(contract: Contract, day: string): string[] {
  return usagePeriodsAt(contract, "metric calls", date(day)).map(({ interval, span, plan }) => {
    const slots = plan.slots.map(({ price, service }) => `${price.id} ${service.start} → ${service.end}`);
    return [`${interval} ${span.start} → ${span.end}`, `billed ${plan.on}`, ...slots].join(", ");
  });
}

test("shows the current period of each interval in which the metric's prices are billed, and of no other price", () => {
  const once: ContractPrice = { ...calls, id: "once", schedule: { kind: "one_off" } };
  const prices = [fixedPrice("base", "30.00"), calls, weekly, once, usagePrice("reads", "1.00")];
  expect(periods(contractFrom("2024-01-31", { prices }), "2024-02-20")).toEqual([
    "monthly 2024-01-31 → 2024-02-29, billed 2024-02-29, calls 2024-01-31 → 2024-02-29",
    "weekly 2024-02-14 → 2024-02-21, billed 2024-02-21, weekly 2024-02-14 → 2024-02-21",
  ]);
});

test("a period that an end shortens is billed at the end, and no later period exists (R-SUB-6)", () => {
  const contract = contractFrom("2024-01-01", { prices: [calls], end: "2024-02-11" });
  expect(periods(contract, "2024-02-10")).toEqual([
    "monthly 2024-02-01 → 2024-03-01, billed 2024-02-11, calls 2024-02-01 → 2024-02-11",
  ]);
  expect(periods(contract, "2024-02-11")).toEqual([]);
  expect(periods(contract, "2023-12-31")).toEqual([]);
});

test("the stub is a separate period, and the trial has none (R-TIME-2)", () => {
  const contract = contractFrom("2024-01-01", { prices: [calls], trialDays: 10, firstBilling: "2024-02-01" });
  expect(periods(contract, "2024-01-10")).toEqual([]);
  expect(periods(contract, "2024-01-11")).toEqual([
    "monthly 2024-01-11 → 2024-02-01, billed 2024-02-01, calls 2024-01-11 → 2024-02-01",
  ]);
});

test("a period that is billed elsewhere is shown and charges nothing (R-TIME-3)", () => {
  const contract = contractFrom("2024-01-01", { prices: [calls], invoicesFrom: date("2024-03-01") });
  expect(periods(contract, "2024-01-10")).toEqual(["monthly 2024-01-01 → 2024-02-01, billed 2024-02-01"]);
});

test("a price that is no longer sold is shown to the end of its last period, and a future price is not shown", () => {
  const { versions, ...contract } = contractFrom("2024-01-01", { prices: [calls] });
  const [first] = versions;
  if (first === undefined) throw new Error("the contract has no version");
  const changed = date("2024-02-11");
  const base = { ...first, id: "without", startsOn: changed, prices: [fixedPrice("base", "30.00")] };
  const replaced = { ...contract, versions: [{ ...first, endsOn: changed }, base] };
  expect(periods(replaced, "2024-02-20")).toEqual([
    "monthly 2024-02-01 → 2024-03-01, billed 2024-03-01, calls 2024-02-01 → 2024-02-11",
  ]);
  expect(periods(replaced, "2024-03-01")).toEqual([]);
  const added = {
    ...contract,
    versions: [
      { ...base, startsOn: first.startsOn, endsOn: changed },
      { ...first, startsOn: changed },
    ],
  };
  expect(periods(added, "2024-01-31")).toEqual([]);
});

test("usage is counted in a whole period: that of the price, that before the first billing date, that of prepaid units (R-MET-1)", () => {
  const units: ContractPrice = {
    ...calls,
    schedule: { kind: "usage", interval: "quarterly" },
    model: { type: "prepaid_fixed_tiered", units: Decimal.of("10"), tiers: [], overageInterval: "monthly" },
  };
  const contract = contractFrom("2024-01-20", { prices: [calls, units], firstBilling: "2024-03-01" });
  const whole = (price: ContractPrice, start: string, end: string) => {
    const period = usagePeriodOf(contract, price, { start: date(start), end: date(end) });
    return `${period.start} → ${period.end}`;
  };
  expect([
    whole(calls, "2024-03-11", "2024-03-21"),
    whole(calls, "2024-01-20", "2024-03-01"),
    whole(units, "2024-04-01", "2024-05-01"),
  ]).toEqual(["2024-03-01 → 2024-04-01", "2024-02-01 → 2024-03-01", "2024-03-01 → 2024-06-01"]);
});
