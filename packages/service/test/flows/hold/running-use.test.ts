import { Decimal } from "@counterfoil/engine";
import { type CreditHoldRow, Facts } from "@counterfoil/storage";
import { expect, test } from "vitest";
import type { LoadedContract } from "../../../src/contracts/index.ts";
import { addedIn, knownUses, type RunningUse } from "../../../src/flows/hold/running-use.ts";

const NOON = "2026-01-10T12:00:00.000Z";
const SOON = "2026-01-10T12:14:59.000Z";
const NEXT_QUARTER = "2026-01-10T12:15:00.000Z";
const noUsage = { rows: 0, through: null, totals: [] };

const useOf = (total: string): RunningUse => ({
  total: new Map([["EUR", Decimal.of(total)]]),
  unpaid: new Map(),
  spent: new Map(),
  left: new Map(),
});

const hold = (id: string) => ({ id }) as CreditHoldRow;
const event = (n: string, at = 0) => ({ eventName: "tokens", properties: { n }, at, sequence: 1 });
const contractsThat = (method: string) => {
  const prices = new Map([["price", { metrics: [{ aggregation: { method } }] }]]);
  return [{ prices }] as unknown as LoadedContract[];
};

/** Asks for uses, and counts how many are calculated. */
function asking(facts: Facts, contracts = contractsThat("sum")) {
  let calculated = 0;
  const calculate = () => Promise.resolve(useOf(String((calculated += 1))));
  return async (now: string, holds: string[], events: ReturnType<typeof event>[] = []) => {
    const before = calculated;
    await knownUses({ now, payers: [], contracts }, facts).of(holds.map(hold), calculate, events);
    return calculated > before ? "calculated" : "known";
  };
}

test("a use is calculated once for the same holds and events of a quarter of an hour (R-CREDIT-1)", async () => {
  const ask = asking(new Facts("1:1:", noUsage));
  expect(await ask(NOON, ["a"])).toBe("calculated");
  expect(await ask(SOON, ["a"])).toBe("known");
  expect(await ask(SOON, ["a", "b"])).toBe("calculated");
  expect(await ask(NOON, ["a"], [event("3", 1)])).toBe("calculated");
  expect(await ask(SOON, ["a"], [event("3", 2)])).toBe("known");
  expect(await ask(SOON, ["a"], [event("4")])).toBe("calculated");
  expect(await ask(SOON, ["a"], [event("3"), event("3")])).toBe("calculated");
  expect(await ask(NEXT_QUARTER, ["a"])).toBe("calculated");
  expect(await ask(NEXT_QUARTER, ["a"], [event("3")])).toBe("calculated");
});

test("of a metric that counts the latest event, it matters when an event happens (R-CREDIT-1)", async () => {
  const ask = asking(new Facts("1:1:", noUsage), contractsThat("latest"));
  expect(await ask(NOON, [], [event("3")])).toBe("calculated");
  expect(await ask(NOON, [], [event("3")])).toBe("known");
  expect(await ask(SOON, [], [event("3")])).toBe("calculated");
  expect(await ask(NOON, [])).toBe("calculated");
  expect(await ask(SOON, [])).toBe("known");
});

test("the next reading finds the uses that were noted for it (R-CREDIT-1)", async () => {
  const facts = new Facts("1:1:", noUsage);
  knownUses({ now: NOON, payers: [], contracts: contractsThat("sum") }, facts).noteNext("7", [
    { holds: [hold("a")], use: useOf("5") },
  ]);
  expect(await asking(facts)(NOON, ["a"])).toBe("calculated");
  const next = new Facts("2:2:", { rows: 1, through: "7", totals: [] }, facts);
  expect(await asking(next)(SOON, ["a"])).toBe("known");
  expect(await asking(next)(SOON, [])).toBe("calculated");
});

test("without facts everything is calculated", async () => {
  const uses = knownUses({ now: NOON, payers: [], contracts: [] }, undefined);
  uses.note([hold("a")], useOf("1"));
  expect((await uses.of([hold("a")], () => Promise.resolve(useOf("2")))).total.get("EUR")?.toCanonical()).toBe("2");
});

test("usage adds what it costs more, and never less than nothing", () => {
  expect(addedIn(useOf("1.5"), useOf("2"), "EUR").toCanonical()).toBe("0.5");
  expect(addedIn(useOf("2"), useOf("1.5"), "EUR").isZero()).toBe(true);
  expect(addedIn(useOf("2"), useOf("3"), "USD").isZero()).toBe(true);
});
