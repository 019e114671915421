import { expect, test } from "vitest";
import { type Contract, type ContractPrice, openUsage, planBilling, usageBilledOn } from "../../src/index.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

const calls = usagePrice("calls", "0.10");
const once: ContractPrice = { ...calls, id: "once", schedule: { kind: "one_off" } };
const yearly: ContractPrice = { ...calls, id: "yearly", schedule: { kind: "usage", interval: "yearly" } };

const billedBy = (contract: Contract, day: string) => usageBilledOn(contract, date(day))?.last.toString();

function slots(contract: Contract, on: string, day: string): string[] {
  const plan = openUsage(planBilling(contract, date(on)), date(day));
  expect([plan.on.toString(), plan.credits, plan.kept]).toEqual([on, [], []]);
  return plan.slots.map(({ price, service }) => `${price.id} ${service.start} → ${service.end}`);
}

test("usage of a day is billed at the end of the longest of its periods (R-CREDIT-1)", () => {
  expect(billedBy(contractFrom("2024-01-01", { prices: [calls] }), "2024-02-29")).toBe("2024-03-01");
  expect(billedBy(contractFrom("2024-01-01", { prices: [yearly, calls] }), "2024-02-29")).toBe("2025-01-01");
  expect(billedBy(contractFrom("2024-01-01", { prices: [calls, yearly] }), "2024-02-29")).toBe("2025-01-01");
  expect(billedBy(contractFrom("2024-01-01", { prices: [calls], end: "2024-02-11" }), "2024-02-05")).toBe("2024-02-11");
  expect(billedBy(contractFrom("2024-01-01", { prices: [once] }), "2024-02-05")).toBeUndefined();
  expect(billedBy(contractFrom("2024-01-01", { prices: [fixedPrice("base", "30.00")] }), "2024-02-05")).toBeUndefined();
});

test("usage of some prices is billed at the end of their own periods (R-CREDIT-1)", () => {
  const contract = contractFrom("2024-01-01", { prices: [yearly, calls] });
  const dates = (counts: (price: ContractPrice) => boolean) => {
    const { first, last } = usageBilledOn(contract, date("2024-02-29"), counts) ?? {};
    return [first?.toString(), last?.toString()];
  };
  expect(dates(() => true)).toEqual(["2024-03-01", "2025-01-01"]);
  expect(dates(({ id }) => id === "yearly")).toEqual(["2025-01-01", "2025-01-01"]);
  expect(dates(() => false)).toEqual([undefined, undefined]);
});

test("the open usage of a plan has neither fixed prices nor usage of later days (R-CREDIT-1)", () => {
  const contract = contractFrom("2024-01-01", { prices: [fixedPrice("base", "30.00"), calls] });
  expect(slots(contract, "2024-02-01", "2024-01-20")).toEqual(["calls 2024-01-01 → 2024-02-01"]);
  expect(slots(contract, "2024-03-01", "2024-01-20")).toEqual([]);
  expect(slots(contract, "2024-03-01", "2024-02-01")).toEqual(["calls 2024-02-01 → 2024-03-01"]);
  expect(slots(contract, "2024-01-01", "2024-01-20")).toEqual([]);
});
