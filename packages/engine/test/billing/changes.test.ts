import { expect, test } from "vitest";
import { type ContractDiscount, type ContractPrice, Decimal, planBilling } from "../../src/index.ts";
import { amountOf, billedTo, Ledger } from "./ledger.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

const one = fixedPrice("One", "30.00");
const two = fixedPrice("Two", "60.00");

function april(prices = [one]): Ledger {
  return new Ledger(contractFrom("2024-04-01", { prices }));
}

test("a downgrade after an upgrade credits each line separately (R-SUB-5)", () => {
  const ledger = april();
  for (const [on, price] of [
    ["2024-04-11", two],
    ["2024-04-21", one],
    ["2024-04-26", two],
  ] as const) {
    ledger.advanceTo(date(on));
    expect(ledger.change(date(on), [price])).toBe(true);
  }
  expect(ledger.print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  One 30.00",
    "2024-04-11  2024-04-11→2024-05-01  Unused One -20.00", // 30.00 × 20/30
    "2024-04-11  2024-04-11→2024-05-01  Two 40.00", // 60.00 × 20/30
    "2024-04-21  2024-04-21→2024-05-01  Unused Two -20.00", // 40.00 × 10/20
    "2024-04-21  2024-04-21→2024-05-01  One 10.00", // 30.00 × 10/30
    "2024-04-26  2024-04-26→2024-05-01  Unused One -5.00", // 10.00 × 5/10
    "2024-04-26  2024-04-26→2024-05-01  Two 10.00", // 60.00 × 5/30
  ]);
});

test("an upgrade that is reverted on the same day costs nothing (R-SUB-5)", () => {
  const ledger = april([one, fixedPrice("Seat", "15.00")]).advanceTo(date("2024-04-16"));
  expect(ledger.change(date("2024-04-16"), [two])).toBe(true);
  expect(ledger.change(date("2024-04-16"), [one, fixedPrice("Seat", "15.00")])).toBe(true);
  expect(ledger.print().slice(2)).toEqual([
    "2024-04-16  2024-04-16→2024-05-01  Unused One -15.00", // 30.00 × 15/30
    "2024-04-16  2024-04-16→2024-05-01  Unused Seat -7.50",
    "2024-04-16  2024-04-16→2024-05-01  Two 30.00",
    "2024-04-16  2024-04-16→2024-05-01  Unused Two -30.00",
    "2024-04-16  2024-04-16→2024-05-01  One 15.00",
    "2024-04-16  2024-04-16→2024-05-01  Seat 7.50",
  ]);
  expect(amountOf(ledger.lines.slice(2)).isZero()).toBe(true);
});

test("a price in arrears that returns on the day it ended continues without a break (R-SUB-4)", () => {
  const base = fixedPrice("Base", "30.00", { kind: "recurring", interval: "monthly", terms: "arrears" });
  const ledger = april([base]).advanceTo(date("2024-04-16"));
  expect(ledger.change(date("2024-04-16"), [two])).toBe(true);
  expect(ledger.change(date("2024-04-16"), [base])).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-04-16  2024-04-16→2024-05-01  Two 30.00", // 60.00 × 15/30
    "2024-04-16  2024-04-16→2024-05-01  Unused Two -30.00",
    "2024-05-01  2024-04-01→2024-05-01  Base 30.00",
  ]);
});

test("a period that stays charged is not charged again when the price returns (R-SUB-4)", () => {
  const ledger = april().advanceTo(date("2024-04-11"));
  expect(ledger.change(date("2024-04-11"), [two], "none")).toBe(true);
  ledger.advanceTo(date("2024-04-21"));
  expect(ledger.change(date("2024-04-21"), [one])).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  One 30.00",
    "2024-05-01  2024-05-01→2024-06-01  One 30.00",
  ]);
});

test("a price that started without a charge is charged when it returns with one (R-SUB-4)", () => {
  const ledger = april([two]).advanceTo(date("2024-04-06"));
  expect(ledger.change(date("2024-04-06"), [two, one], "none")).toBe(true); // One starts in May
  ledger.advanceTo(date("2024-04-11"));
  expect(ledger.change(date("2024-04-11"), [two], "none")).toBe(true); // and ends before that
  ledger.advanceTo(date("2024-04-21"));
  expect(ledger.change(date("2024-04-21"), [two, one])).toBe(true);
  expect(ledger.print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Two 60.00",
    "2024-04-21  2024-04-21→2024-05-01  One 10.00", // 30.00 × 10/30
  ]);
});

test("a period stays charged once, however often the price ends and returns in it (R-SUB-4)", () => {
  const ledger = april().advanceTo(date("2024-04-06"));
  expect(ledger.change(date("2024-04-06"), [], "none")).toBe(true);
  ledger.advanceTo(date("2024-04-11"));
  expect(ledger.change(date("2024-04-11"), [one])).toBe(true);
  ledger.advanceTo(date("2024-04-16"));
  expect(ledger.change(date("2024-04-16"), [])).toBe(true);
  ledger.advanceTo(date("2024-04-21"));
  expect(ledger.change(date("2024-04-21"), [one])).toBe(true);
  expect(ledger.advanceTo(date("2024-04-30")).print()).toEqual(["2024-04-01  2024-04-01→2024-05-01  One 30.00"]);
});

test("a period that was billed on the day its price ended is not charged again when the price returns (R-SUB-4)", () => {
  const ledger = april().advanceTo(date("2024-05-01"));
  expect(ledger.change(date("2024-05-01"), [two], "none")).toBe(true);
  ledger.advanceTo(date("2024-05-11"));
  expect(ledger.change(date("2024-05-11"), [one])).toBe(true);
  expect(ledger.advanceTo(date("2024-06-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  One 30.00",
    "2024-05-01  2024-05-01→2024-06-01  One 30.00",
    "2024-06-01  2024-06-01→2024-07-01  One 30.00",
  ]);
});

test("a period that was paused up to the day its price ended is not charged again either (R-SUB-4, R-SUB-6)", () => {
  const ledger = april([two]).advanceTo(date("2024-04-10"));
  expect(ledger.pause(date("2024-04-11"), date("2024-04-21"))).toBe(true);
  ledger.advanceTo(date("2024-04-16"));
  expect(ledger.change(date("2024-04-16"), [one, two])).toBe(true);
  ledger.advanceTo(date("2024-04-21"));
  expect(ledger.change(date("2024-04-21"), [two], "none")).toBe(true);
  ledger.advanceTo(date("2024-04-26"));
  expect(ledger.change(date("2024-04-26"), [one, two])).toBe(true);
  expect(ledger.print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Two 60.00",
    "2024-04-21  2024-04-11→2024-04-21  Unused Two -20.00", // 60.00 × 10/30
    "2024-04-21  2024-04-21→2024-05-01  One 10.00", // 30.00 × 10/30, and stays charged: no 5.00 on the 26th
  ]);
});

test("a price that was paused until after it ended on a billed day was not billed, so its return is charged (R-SUB-4, R-SUB-6)", () => {
  const ledger = april([two]).advanceTo(date("2024-04-10"));
  expect(ledger.pause(date("2024-04-11"))).toBe(true);
  ledger.advanceTo(date("2024-04-16"));
  expect(ledger.change(date("2024-04-16"), [one, two])).toBe(true); // paused, so nothing is billed for One
  ledger.advanceTo(date("2024-05-01"));
  expect(ledger.change(date("2024-05-01"), [two], "none")).toBe(true); // and it ends before the pause does
  expect(ledger.resume(date("2024-05-01"))).toBe(true);
  ledger.advanceTo(date("2024-05-11"));
  expect(ledger.change(date("2024-05-11"), [one, two])).toBe(true);
  expect(ledger.advanceTo(date("2024-06-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Two 60.00",
    "2024-05-01  2024-04-11→2024-05-01  Unused Two -40.00", // 60.00 × 20/30
    "2024-05-01  2024-05-01→2024-06-01  Two 60.00",
    "2024-05-11  2024-05-11→2024-06-01  One 20.32", // 30.00 × 21/31
    "2024-06-01  2024-06-01→2024-07-01  Two 60.00",
    "2024-06-01  2024-06-01→2024-07-01  One 30.00",
  ]);
});

test("a stub that was not billed yet when its price ended is charged when the price returns (R-SUB-4, R-TIME-2)", () => {
  const setup = fixedPrice("Setup", "5.00", { kind: "one_off" });
  const terms = {
    firstBilling: "2024-04-01",
    chargesOneOffsAtStart: true,
    prices: [setup, fixedPrice("Base", "31.00")],
  };
  const ledger = new Ledger(contractFrom("2024-03-12", terms));
  expect(ledger.change(date("2024-03-12"), [], "none")).toBe(true); // after only Setup was billed
  ledger.advanceTo(date("2024-03-22"));
  expect(ledger.change(date("2024-03-22"), [fixedPrice("Base", "31.00")])).toBe(true);
  expect(ledger.advanceTo(date("2024-04-01")).print()).toEqual([
    "2024-03-12  2024-03-12→2024-03-13  Setup 5.00",
    "2024-04-01  2024-03-22→2024-04-01  Base 10.00", // 31.00 × 10/31
    "2024-04-01  2024-04-01→2024-05-01  Base 31.00",
  ]);
});

test("in arrears nothing was billed on the day the price ended, so its return is charged (R-SUB-4)", () => {
  const base = fixedPrice("Base", "31.00", { kind: "recurring", interval: "monthly", terms: "arrears" });
  const ledger = april([base]).advanceTo(date("2024-05-01"));
  expect(ledger.change(date("2024-05-01"), [], "none")).toBe(true);
  ledger.advanceTo(date("2024-05-11"));
  expect(ledger.change(date("2024-05-11"), [base])).toBe(true);
  expect(ledger.advanceTo(date("2024-06-01")).print()).toEqual([
    "2024-05-01  2024-04-01→2024-05-01  Base 31.00",
    "2024-06-01  2024-05-11→2024-06-01  Base 21.00", // 31.00 × 21/31
  ]);
});

test("a price that was on trial on the day it ended was not billed, so its return is charged (R-SUB-4)", () => {
  const tried = fixedPrice("Tried", "31.00", undefined, 7);
  const ledger = new Ledger(contractFrom("2024-05-01", { prices: [tried, one] }));
  expect(ledger.change(date("2024-05-01"), [one], "none")).toBe(true);
  ledger.advanceTo(date("2024-05-11"));
  expect(ledger.change(date("2024-05-11"), [one, tried])).toBe(true);
  expect(ledger.print()).toEqual([
    "2024-05-01  2024-05-01→2024-06-01  One 30.00",
    "2024-05-11  2024-05-11→2024-06-01  Tried 21.00", // 31.00 × 21/31
  ]);
});

test("paused days are given back even if the price ended on the day it was billed and stays charged (R-SUB-6)", () => {
  const ledger = april([one, two]).advanceTo(date("2024-05-01"));
  expect(ledger.change(date("2024-05-01"), [two], "charge_only")).toBe(true);
  expect(ledger.pause(date("2024-05-11"), date("2024-05-21"))).toBe(true);
  expect(ledger.advanceTo(date("2024-05-21")).print().slice(2)).toEqual([
    "2024-05-01  2024-05-01→2024-06-01  One 30.00",
    "2024-05-01  2024-05-01→2024-06-01  Two 60.00",
    "2024-05-21  2024-05-11→2024-05-21  Unused One -9.68", // 30.00 × 10/31
    "2024-05-21  2024-05-11→2024-05-21  Unused Two -19.35", // 60.00 × 10/31
  ]);
});

test("days of an open-ended pause of such a price are given back when the period is over (R-SUB-6)", () => {
  const yearly = { kind: "recurring", interval: "yearly", terms: "advance" } as const;
  const year = fixedPrice("Year", "365.00", yearly);
  const ledger = april([one, year]).advanceTo(date("2024-05-01"));
  expect(ledger.change(date("2024-05-01"), [year], "none")).toBe(true);
  expect(ledger.pause(date("2024-05-28"))).toBe(true);
  expect(ledger.advanceTo(date("2024-07-01")).print().slice(2)).toEqual([
    "2024-05-01  2024-05-01→2024-06-01  One 30.00",
    "2024-06-01  2024-05-28→2024-06-01  Unused One -3.87", // 30.00 × 4/31; nothing else is due on this day
  ]);
});

test("a change without proration on a billed day charges from the next period on (R-SUB-4)", () => {
  const ledger = april();
  expect(ledger.change(date("2024-04-01"), [two], "none")).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  One 30.00",
    "2024-05-01  2024-05-01→2024-06-01  Two 60.00",
  ]);
});

test("a price that a change left charged ends with its period: a later end gives nothing back (R-SUB-6)", () => {
  const ledger = april().advanceTo(date("2024-04-11"));
  expect(ledger.change(date("2024-04-11"), [two], "none")).toBe(true);
  ledger.advanceTo(date("2024-05-05"));
  expect(ledger.cancel(date("2024-05-16"))).toBe(true);
  expect(ledger.advanceTo(date("2024-07-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  One 30.00",
    "2024-05-01  2024-05-01→2024-06-01  Two 60.00",
    "2024-05-16  2024-05-16→2024-06-01  Unused Two -30.97", // 60.00 × 16/31
  ]);
});

test("a version that would start after the end of the contract sells nothing (R-SUB-6)", () => {
  const ledger = april().advanceTo(date("2024-04-05"));
  expect(ledger.change(date("2024-06-01"), [two])).toBe(true);
  expect(ledger.cancel(date("2024-05-01"))).toBe(true);
  expect(ledger.advanceTo(date("2024-08-01")).print()).toEqual(["2024-04-01  2024-04-01→2024-05-01  One 30.00"]);
});

test("a negative amount is given back with the opposite sign (R-SUB-5)", () => {
  const ledger = april([fixedPrice("Rebate", "-30.00"), one]).advanceTo(date("2024-04-16"));
  expect(ledger.change(date("2024-04-16"), [one])).toBe(true);
  expect(ledger.print().slice(2)).toEqual(["2024-04-16  2024-04-16→2024-05-01  Unused Rebate 15.00"]); // −30.00 × 15/30
});

test("many small credits of one line stop at what is left of it (R-SUB-5)", () => {
  const ledger = april([fixedPrice("Base", "0.15")]);
  for (let day = 2; day <= 30; day += 1) {
    ledger.advanceTo(date("2024-04-01").add({ days: day - 1 }));
    const on = date("2024-04-01").add({ days: day - 1 });
    expect(ledger.pause(on, on.add({ days: 1 }))).toBe(true);
  }
  ledger.advanceTo(date("2024-04-30"));
  // 0.15 × 1/30 = 0.005 is rounded to 0.01: after fifteen credits nothing is left to give back.
  const credits = ledger.lines.filter(({ kind }) => kind === "credit");
  expect(credits.map(({ amount }) => amount.toFixed(2))).toEqual(Array.from({ length: 15 }, () => "-0.01"));
});

test("a percentage of zero creates no line (R-SUB-8)", () => {
  const discount: ContractDiscount = {
    id: "d",
    type: "percentage",
    value: Decimal.of("10"),
    interval: "monthly",
    scope: { kind: "subscription" },
    startsOn: date("2024-04-01"),
    endsOn: null,
  };
  const contract = contractFrom("2024-04-01", { prices: [usagePrice("Calls", "0.10")], discounts: [discount] });
  expect(billedTo(contract, "2024-05-01").print()).toEqual(["2024-05-01  2024-04-01→2024-05-01  Calls 0.00"]);
});

test("nothing falls due in arrears before the first billing date (R-TIME-2)", () => {
  const contract = contractFrom("2024-04-01", { firstBilling: "2024-05-15", prices: [usagePrice("Calls", "0.10")] });
  expect(planBilling(contract, date("2024-05-01")).slots).toEqual([]);
});

test("overage without a separate interval is billed with its period, together with usage that arrives late but before its end (R-RATE-2)", () => {
  const tier = { minUnits: Decimal.zero, maxUnits: null, pricePerUnit: Decimal.of("0.10"), fixedFee: Decimal.of("9") };
  const overage = (overageInterval: "monthly" | null): ContractPrice => ({
    ...usagePrice("Calls", "0"),
    schedule: { kind: "usage", interval: "quarterly" },
    model: { type: "prepaid_fixed_tiered", tiers: [tier], units: Decimal.of("100"), overageInterval },
  });
  const whole = new Ledger(contractFrom("2024-04-01", { prices: [overage(null)] }));
  whole.use("Calls", date("2024-04-10"), "150");
  expect(whole.advanceTo(date("2024-06-30")).print()).toHaveLength(1);
  expect(whole.advanceTo(date("2024-07-01")).print()[1]).toBe("2024-07-01  2024-04-01→2024-07-01  Calls 5.00"); // 50 × 0.10

  const weekly = { kind: "recurring", interval: "weekly", terms: "advance" } as const;
  const prices = [overage("monthly"), fixedPrice("Week", "7.00", weekly)];
  const parts = new Ledger(contractFrom("2024-04-01", { prices })).advanceTo(date("2024-05-02"));
  parts.use("Calls", date("2024-04-10"), "150");
  parts.advanceTo(date("2024-07-01"));
  const ofCalls = parts.lines.filter(({ priceId, kind }) => priceId === "Calls" && kind !== "recurring");
  expect(ofCalls.map(({ kind, amount }) => `${kind} ${amount.toFixed(2)}`)).toEqual([
    "usage 0.00",
    "correction 5.00", // April again, with the next week: 50 × 0.10
    "usage 0.00",
    "usage 0.00",
  ]);
});
