import { expect, test } from "vitest";
import { type Contract, type ContractPrice, usagePeriodsAt } from "../../src/index.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

const calls = usagePrice("calls", "0.10");
const weekly: ContractPrice = { ...calls, id: "weekly", schedule: { kind: "usage", interval: "weekly" } };

/** The periods as text, with the date on which each is billed and the days of what it charges then. */
function periods(contract: Contract, day: string): string[] {
  return usagePeriodsAt(contract, "metric calls", date(day)).map(({ interval, span, plan }) => {
    const slots = plan.slots.map(({ price, service }) => `${price.id} ${service.start} → ${service.end}`);
    return [`${interval} ${span.start} → ${span.end}`, `billed ${plan.on}`, ...slots].join(", ");
  });
}

test("the running period of each interval in which prices by the metric are billed, and of no other price", () => {
  const once: ContractPrice = { ...calls, id: "once", schedule: { kind: "one_off" } };
  const prices = [fixedPrice("base", "30.00"), calls, weekly, once, usagePrice("reads", "1.00")];
  expect(periods(contractFrom("2024-01-31", { prices }), "2024-02-20")).toEqual([
    "monthly 2024-01-31 → 2024-02-29, billed 2024-02-29, calls 2024-01-31 → 2024-02-29",
    "weekly 2024-02-14 → 2024-02-21, billed 2024-02-21, weekly 2024-02-14 → 2024-02-21",
  ]);
});

test("a period that an end cuts short is billed at the end, and nothing runs after it (R-SUB-6)", () => {
  const contract = contractFrom("2024-01-01", { prices: [calls], end: "2024-02-11" });
  expect(periods(contract, "2024-02-10")).toEqual([
    "monthly 2024-02-01 → 2024-03-01, billed 2024-02-11, calls 2024-02-01 → 2024-02-11",
  ]);
  expect(periods(contract, "2024-02-11")).toEqual([]);
  expect(periods(contract, "2023-12-31")).toEqual([]);
});

test("the stub is a period of its own, and there is none in the trial (R-TIME-2)", () => {
  const contract = contractFrom("2024-01-01", { prices: [calls], trialDays: 10, firstBilling: "2024-02-01" });
  expect(periods(contract, "2024-01-10")).toEqual([]);
  expect(periods(contract, "2024-01-11")).toEqual([
    "monthly 2024-01-11 → 2024-02-01, billed 2024-02-01, calls 2024-01-11 → 2024-02-01",
  ]);
});

test("billed elsewhere, a period is told and charges nothing (R-TIME-3)", () => {
  const contract = contractFrom("2024-01-01", { prices: [calls], invoicesFrom: date("2024-03-01") });
  expect(periods(contract, "2024-01-10")).toEqual(["monthly 2024-01-01 → 2024-02-01, billed 2024-02-01"]);
});

test("a price that is sold no more is told of to the end of its last period, and one that is not sold yet is not", () => {
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
