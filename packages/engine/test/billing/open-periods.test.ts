import { expect, test } from "vitest";
import { type Contract, type ContractPrice, openPeriods, pricesInForce } from "../../src/index.ts";
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

test("a contract sells at the prices of the version of a day, from its beginning until its end (R-CREDIT-1)", () => {
  const seats = usagePrice("seats", "1.00");
  const version = { startsOn: date("2024-01-15"), endsOn: null, proration: "prorate", isAfterBilling: false } as const;
  const contract: Contract = {
    ...contractFrom("2024-01-15", { end: "2024-04-15" }),
    versions: [
      { ...version, id: "v1", endsOn: date("2024-02-01"), prices: [calls, yearly] },
      { ...version, id: "v2", startsOn: date("2024-02-01"), prices: [calls, seats] },
    ],
  };
  const inForce = (day: string) =>
    pricesInForce(contract, date(day))
      .map(({ id }) => id)
      .toSorted();
  expect(inForce("2024-01-14")).toEqual([]);
  expect(inForce("2024-01-15")).toEqual(["calls", "yearly"]);
  expect(inForce("2024-01-31")).toEqual(["calls", "yearly"]);
  expect(inForce("2024-02-01")).toEqual(["calls", "seats"]);
  expect(inForce("2024-04-14")).toEqual(["calls", "seats"]);
  expect(inForce("2024-04-15")).toEqual([]);
  expect(pricesInForce(contractFrom("2024-01-15", { prices: [calls] }), date("2030-01-01"))).toEqual([calls]);
});

test("before the first billing date, the stub is the open period (R-CREDIT-2)", () => {
  const contract = contractFrom("2024-01-20", { prices: [calls], firstBilling: "2024-02-01" });
  expect(open(contract, "2024-01-31")).toEqual(["calls 2024-01-20"]);
  expect(open(contract, "2024-02-01")).toEqual(["calls 2024-02-01"]);
});

test("a contract that has not begun has no open period (R-CREDIT-2)", () => {
  const contract = contractFrom("2024-01-20", { prices: [calls], firstBilling: "2024-02-01" });
  expect(open(contract, "2024-01-19")).toEqual([]);
  expect(open(contractFrom("2024-01-20", { prices: [calls] }), "2024-01-19")).toEqual([]);
});
