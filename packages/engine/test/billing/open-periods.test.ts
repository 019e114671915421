import { expect, test } from "vitest";
import { type Contract, type ContractPrice, openPeriods } from "../../src/index.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

const calls = usagePrice("calls", "0.10");
const yearly: ContractPrice = { ...calls, id: "yearly", schedule: { kind: "usage", interval: "yearly" } };
const once: ContractPrice = { ...calls, id: "once", schedule: { kind: "one_off" } };

const open = (contract: Contract, day: string) =>
  openPeriods(contract, date(day)).map(({ priceId, startsOn }) => `${priceId} ${startsOn}`);

test("the open periods of metered prices begin with their own intervals (R-CREDIT-2)", () => {
  const contract = contractFrom("2024-01-15", { prices: [fixedPrice("base", "30.00"), once, calls, yearly] });
  expect(open(contract, "2024-01-15")).toEqual(["calls 2024-01-15", "yearly 2024-01-15"]);
  expect(open(contract, "2024-03-14")).toEqual(["calls 2024-02-15", "yearly 2024-01-15"]);
  expect(open(contract, "2025-01-15")).toEqual(["calls 2025-01-15", "yearly 2025-01-15"]);
  expect(open(contractFrom("2024-01-15", { prices: [once] }), "2024-02-01")).toEqual([]);
});

test("before the first billing date, the stub is the open period (R-CREDIT-2)", () => {
  const contract = contractFrom("2024-01-20", { prices: [calls], firstBilling: "2024-02-01" });
  expect(open(contract, "2024-01-31")).toEqual(["calls 2024-01-20"]);
  expect(open(contract, "2024-02-01")).toEqual(["calls 2024-02-01"]);
});
