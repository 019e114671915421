import { expect, test } from "vitest";
import { Ledger } from "./ledger.ts";
import { contractFrom, date, fixedPrice } from "./support.ts";

const oldPrice = fixedPrice("Old", "30.00");
const newPrice = fixedPrice("New", "60.00");
const arrears = { kind: "recurring", interval: "monthly", terms: "arrears" } as const;

/** A contract that sells the old price from April 1 on. */
function april(prices = [oldPrice]): Ledger {
  return new Ledger(contractFrom("2024-04-01", { prices }));
}

test("a change that charges no rest charges none of a price on trial either (R-SUB-4)", () => {
  const ledger = april();
  const onTrial = { ...newPrice, trialDays: 20 }; // up to April 21
  ledger.advanceTo(date("2024-04-11"));
  expect(ledger.change(date("2024-04-11"), [onTrial], "credit_only")).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-04-11  2024-04-11→2024-05-01  Unused Old -20.00", // 30.00 × 20/30
    "2024-05-01  2024-05-01→2024-06-01  New 60.00",
  ]);
});

test("a pause gives back all its days of what a change leaves charged (R-SUB-4, R-SUB-6)", () => {
  const ledger = april().advanceTo(date("2024-04-05"));
  expect(ledger.pause(date("2024-04-11"), date("2024-04-21"))).toBe(true);
  expect(ledger.change(date("2024-04-16"), [newPrice], "none")).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-04-21  2024-04-11→2024-04-21  Unused Old -10.00", // 30.00 × 10/30, also for the days after the change
    "2024-05-01  2024-05-01→2024-06-01  New 60.00",
  ]);
});

test("the same in arrears: the pause is left out of what a change leaves charged (R-SUB-4, R-SUB-6)", () => {
  const ledger = april([fixedPrice("Old", "30.00", arrears)]).advanceTo(date("2024-04-05"));
  expect(ledger.pause(date("2024-04-11"), date("2024-04-21"))).toBe(true);
  expect(ledger.change(date("2024-04-16"), [newPrice], "none")).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-05-01  2024-04-01→2024-04-11  Old 10.00", // 30.00 × 10/30
    "2024-05-01  2024-04-21→2024-05-01  Old 10.00",
    "2024-05-01  2024-05-01→2024-06-01  New 60.00",
  ]);
});

test("a period that is paused up to the end of the contract is not charged, whatever the end gives back (R-SUB-6)", () => {
  const ledger = april().advanceTo(date("2024-04-16"));
  expect(ledger.pause(date("2024-04-21"))).toBe(true);
  ledger.advanceTo(date("2024-05-05"));
  expect(ledger.resume(date("2024-05-21"))).toBe(true);
  expect(ledger.cancel(date("2024-05-11"), false)).toBe(true);
  expect(ledger.advanceTo(date("2024-07-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-05-01  2024-04-21→2024-05-01  Unused Old -10.00", // 30.00 × 10/30
  ]);
});

test("a pause is over with the contract: an end without credit keeps the days after it (R-SUB-6)", () => {
  const ledger = april().advanceTo(date("2024-04-05"));
  expect(ledger.pause(date("2024-04-11"))).toBe(true);
  expect(ledger.cancel(date("2024-04-21"), false)).toBe(true);
  expect(ledger.advanceTo(date("2024-06-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-04-21  2024-04-11→2024-04-21  Unused Old -10.00", // 30.00 × 10/30
  ]);
});

test("what a change left charged is given back from the end of the contract on (R-SUB-6)", () => {
  const ledger = april().advanceTo(date("2024-04-11"));
  expect(ledger.change(date("2024-04-11"), [newPrice], "none")).toBe(true);
  ledger.advanceTo(date("2024-04-15"));
  expect(ledger.cancel(date("2024-04-21"))).toBe(true);
  expect(ledger.advanceTo(date("2024-06-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-04-21  2024-04-21→2024-05-01  Unused Old -10.00", // 30.00 × 10/30
  ]);
});

test("a withdrawn end bills the rest of a price that a change leaves charged (R-SUB-4, R-SUB-6)", () => {
  const ledger = new Ledger(contractFrom("2024-04-01", { prices: [oldPrice] }), date("2024-04-15"));
  expect(ledger.cancel(date("2024-05-11"))).toBe(true);
  ledger.advanceTo(date("2024-05-02"));
  expect(ledger.change(date("2024-05-11"), [newPrice], "none")).toBe(true);
  expect(ledger.withdraw()).toBe(true);
  expect(ledger.advanceTo(date("2024-06-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-05-01  2024-05-01→2024-05-11  Old 9.68", // 30.00 × 10/31
    "2024-05-02  2024-05-11→2024-06-01  Old 20.32", // 30.00 × 21/31
    "2024-06-01  2024-06-01→2024-07-01  New 60.00",
  ]);
});

test("a one-off price of a version that was replaced before its day is not charged (R-SUB-3)", () => {
  const setup = fixedPrice("Setup", "250.00", { kind: "one_off" });
  const ledger = april().advanceTo(date("2024-04-05"));
  expect(ledger.change(date("2024-04-11"), [oldPrice, setup])).toBe(true);
  ledger.advanceTo(date("2024-04-08"));
  expect(ledger.change(date("2024-04-11"), [oldPrice])).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Old 30.00",
    "2024-05-01  2024-05-01→2024-06-01  Old 30.00",
  ]);
});
