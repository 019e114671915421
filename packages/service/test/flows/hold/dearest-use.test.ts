import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { dearestUse, namesOfSaving } from "../../../src/flows/hold/dearest-use.ts";

// R-CREDIT-1: what a hold would save lends nothing to other holds.

/** Units in tiers: up to ten for 5 each and 10, from eleven on 2 each and 5. */
const cost = (units: number) => (units === 0 ? 0 : units <= 10 ? units * 5 + 10 : units * 2 + 5);

/** The use of an account with stored units and some holds. */
function useOf(stored: number) {
  return async (holds: readonly number[]) => {
    const amount = Decimal.of(String(cost(holds.reduce((sum, units) => sum + units, stored))));
    return { total: new Map([["EUR", amount]]), unpaid: new Map(), left: new Map(), spent: new Map() };
  };
}

async function dearest(stored: number, holds: readonly number[]): Promise<string | undefined> {
  return (await dearestUse(holds, useOf(stored))).total.get("EUR")?.toCanonical();
}

test("holds that make usage dearer all count", async () => {
  expect(await dearest(2, [1, 3])).toBe("40");
});

test("a hold that makes usage cheaper does not count, wherever it is", async () => {
  expect(await dearest(10, [1])).toBe("60");
  expect(await dearest(8, [1, 4])).toBe("55");
  expect(await dearest(8, [4, 1])).toBe("55");
});

test("of holds that are cheaper together, the dearest counts", async () => {
  expect(await dearest(8, [1, 2])).toBe("60");
  expect(await dearest(8, [2, 1])).toBe("60");
});

test("a hold that lowers what counts toward a limit does not count", async () => {
  const toward = async (holds: readonly string[]) => {
    const spent = new Map([["limit", Decimal.of(holds.includes("saving") ? "1" : "5")]]);
    return { total: new Map(), unpaid: new Map(), left: new Map(), spent };
  };
  expect((await dearestUse(["saving"], toward)).spent.get("limit")?.toCanonical()).toBe("5");
});

const price = (type: string, method: string, eventName: string) =>
  [{ prices: new Map([["price", { type, metrics: [{ eventName, aggregation: { method, field: "n" } }] }]]) }] as never;

test.each([
  ["tiered", "sum", true],
  ["tiered_percentage", "sum", true],
  ["prepaid_tiered", "count", true],
  ["expression", "sum", true],
  ["unit", "latest", true],
  ["unit", "average", true],
  ["graduated_tiered", "percentile", true],
  ["unit", "sum", false],
  ["graduated_tiered", "count_unique", false],
  ["package", "count", false],
  ["prepaid_fixed_tiered", "weighted_sum", false],
])("the events of a price with %s by %s can save: %s", (type, method, can) => {
  expect([...namesOfSaving(price(type, method, "call"))]).toEqual(can ? ["call"] : []);
});
