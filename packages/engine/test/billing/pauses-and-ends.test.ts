import { expect, test } from "vitest";
import { type Contract, type ContractPrice, Decimal, startOfContractDay, instantText } from "../../src/index.ts";
import { billedTo, Ledger } from "./ledger.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

const arrears = { kind: "recurring", interval: "monthly", terms: "arrears" } as const;
const none = Decimal.zero;

function selling(start: string, prices: ContractPrice[], terms: Partial<Contract> = {}): Ledger {
  return new Ledger({ ...contractFrom(start, { prices }), ...terms });
}

test("S7: in arrears the paused days are left out, with one line for each part (R-SUB-6)", () => {
  const ledger = selling("2020-01-01", [fixedPrice("Base", "100.00", arrears)]).advanceTo(date("2020-01-14"));
  expect(ledger.pause(date("2020-01-15"))).toBe(true);
  ledger.advanceTo(date("2020-01-20"));
  expect(ledger.resume(date("2020-01-20"))).toBe(true);
  expect(ledger.advanceTo(date("2020-02-01")).print()).toEqual([
    "2020-02-01  2020-01-01→2020-01-15  Base 45.16", // 100.00 × 14/31
    "2020-02-01  2020-01-20→2020-02-01  Base 38.71", // 100.00 × 12/31
  ]);
});

test("S8: in advance the paused days are given back when the pause ends, and nothing else (R-SUB-6)", () => {
  const ledger = selling("2013-08-31", [fixedPrice("Base", "500.00")]).advanceTo(date("2013-09-04"));
  expect(ledger.pause(date("2013-09-05"))).toBe(true);
  ledger.advanceTo(date("2013-09-10"));
  expect(ledger.resume(date("2013-09-10"))).toBe(true);
  expect(ledger.advanceTo(date("2013-09-30")).print()).toEqual([
    "2013-08-31  2013-08-31→2013-09-30  Base 500.00",
    "2013-09-10  2013-09-05→2013-09-10  Unused Base -83.33", // 500.00 × 5/30
    "2013-09-30  2013-09-30→2013-10-31  Base 500.00",
  ]);
});

test("a pause across a period boundary is given back up to the boundary; the rest of the next period is billed on resuming (R-SUB-6)", () => {
  const ledger = selling("2024-04-01", [fixedPrice("Base", "30.00")]).advanceTo(date("2024-04-20"));
  expect(ledger.pause(date("2024-04-21"))).toBe(true);
  ledger.advanceTo(date("2024-05-11"));
  expect(ledger.resume(date("2024-05-11"))).toBe(true);
  expect(ledger.advanceTo(date("2024-06-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Base 30.00",
    "2024-05-01  2024-04-21→2024-05-01  Unused Base -10.00", // 30.00 × 10/30
    "2024-05-11  2024-05-11→2024-06-01  Base 20.32", // 30.00 × 21/31
    "2024-06-01  2024-06-01→2024-07-01  Base 30.00",
  ]);
});

test("a pause from a billed day keeps its line and gives all of it back (R-SUB-6)", () => {
  const ledger = selling("2024-04-01", [fixedPrice("Base", "30.00")]);
  expect(ledger.pause(date("2024-04-01"), date("2024-04-06"))).toBe(true);
  expect(ledger.pause(date("2024-04-10"))).toBe(false); // one pause at a time
  expect(ledger.advanceTo(date("2024-04-30")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Base 30.00",
    "2024-04-06  2024-04-01→2024-04-06  Unused Base -5.00", // 30.00 × 5/30
  ]);
});

test("a stub leaves out the paused days that are over when it is billed (R-TIME-2, R-SUB-6)", () => {
  const prices = [fixedPrice("Base", "31.00")];
  const ledger = new Ledger(contractFrom("2024-03-12", { firstBilling: "2024-04-01", prices }));
  expect(ledger.pause(date("2024-03-20"), date("2024-03-25"))).toBe(true);
  expect(ledger.advanceTo(date("2024-04-01")).print()).toEqual([
    "2024-04-01  2024-03-12→2024-03-20  Base 8.00", // 31.00 × 8/31
    "2024-04-01  2024-03-25→2024-04-01  Base 7.00", // 31.00 × 7/31
    "2024-04-01  2024-04-01→2024-05-01  Base 31.00",
  ]);
});

test("usage while paused does not count, and minimums are prorated to the served days (R-SUB-6, R-SUB-8)", () => {
  const minimum = {
    id: "min",
    type: "min",
    value: Decimal.of("30.00"),
    interval: "monthly",
    scope: { kind: "subscription" },
  } as const;
  const ledger = selling("2024-04-01", [usagePrice("Calls", "0.10")], { thresholds: [minimum] });
  for (const day of ["2024-04-05", "2024-04-15", "2024-04-25"]) ledger.use("Calls", date(day), "40");
  ledger.advanceTo(date("2024-04-10"));
  expect(ledger.pause(date("2024-04-11"), date("2024-04-21"))).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-05-01  2024-04-01→2024-05-01  Calls 8.00", // 80 × 0.10, without the 40 of April 15
    "2024-05-01  2024-04-01→2024-05-01  True-up to minimum spend 12.00", // 30.00 × 20/30 − 8.00
  ]);
});

test("an end gives back the advance of later days, or nothing, and bills arrears (R-SUB-6)", () => {
  const prices = [fixedPrice("Base", "30.00"), usagePrice("Calls", "0.10")];
  const ended = (creditsAfterEnd: boolean) => {
    const ledger = selling("2024-04-01", prices).advanceTo(date("2024-04-20"));
    ledger.use("Calls", date("2024-04-10"), "50");
    expect(ledger.cancel(date("2024-04-21"), creditsAfterEnd)).toBe(true);
    return ledger.advanceTo(date("2025-01-01")).print().slice(1);
  };
  const usage = "2024-04-21  2024-04-01→2024-04-21  Calls 5.00"; // 50 × 0.10
  expect(ended(true)).toEqual(["2024-04-21  2024-04-21→2024-05-01  Unused Base -10.00", usage]); // 30.00 × 10/30
  expect(ended(false)).toEqual([usage]);
});

test("an end on the first day gives everything back, an end on the last day nothing (R-SUB-6)", () => {
  const first = selling("2024-04-01", [fixedPrice("Base", "30.00")]);
  expect(first.cancel(date("2024-04-01"))).toBe(true);
  expect(first.print()[1]).toBe("2024-04-01  2024-04-01→2024-05-01  Unused Base -30.00");
  const last = selling("2024-04-01", [fixedPrice("Base", "30.00")]).advanceTo(date("2024-04-30"));
  expect(last.cancel(date("2024-05-01"))).toBe(true);
  expect(last.advanceTo(date("2024-06-01")).print()).toHaveLength(1);
});

test("S24: a withdrawn end has no effect (R-SUB-6)", () => {
  const ledger = selling("2024-04-01", [fixedPrice("Base", "30.00")]).advanceTo(date("2024-04-10"));
  expect(ledger.cancel(date("2024-05-01"))).toBe(true);
  ledger.advanceTo(date("2024-04-30"));
  expect(ledger.withdraw()).toBe(true);
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  Base 30.00",
    "2024-05-01  2024-05-01→2024-06-01  Base 30.00",
  ]);
});

test("a withdrawn end bills the rest of what was billed up to it, for that price only (R-SUB-6)", () => {
  const quarterly = { kind: "recurring", interval: "quarterly", terms: "advance" } as const;
  const prices = [fixedPrice("Month", "30.00"), fixedPrice("Quarter", "91.00", quarterly), usagePrice("Calls", "1.00")];
  const ledger = selling("2024-04-01", prices).advanceTo(date("2024-04-10"));
  expect(ledger.cancel(date("2024-05-11"))).toBe(true);
  ledger.advanceTo(date("2024-05-02"));
  expect(ledger.withdraw()).toBe(true);
  expect(ledger.advanceTo(date("2024-05-31")).print().slice(2)).toEqual([
    "2024-05-01  2024-04-01→2024-05-01  Calls 0.00",
    "2024-05-01  2024-05-01→2024-05-11  Month 9.68", // 30.00 × 10/31
    "2024-05-02  2024-05-11→2024-06-01  Month 20.32", // 30.00 × 21/31; the whole quarter was billed
  ]);
});

const tiers = [
  { minUnits: none, maxUnits: Decimal.of("1000"), pricePerUnit: Decimal.of("0.10"), fixedFee: none },
  { minUnits: Decimal.of("1001"), maxUnits: null, pricePerUnit: Decimal.of("0.08"), fixedFee: none },
];

test("S17: 1,000 prepaid units in advance, the 500 above them in arrears (R-RATE-2)", () => {
  const price: ContractPrice = {
    ...usagePrice("Calls", "0"),
    model: { type: "prepaid_tiered", tiers, units: Decimal.of("1000") },
  };
  const ledger = selling("2024-01-01", [price]);
  ledger.use("Calls", date("2024-01-10"), "1500");
  expect(ledger.advanceTo(date("2024-02-01")).print()).toEqual([
    "2024-01-01  2024-01-01→2024-02-01  Calls 100.00", // 1,000 × 0.10
    "2024-02-01  2024-01-01→2024-02-01  Calls 40.00", // 500 × 0.08
    "2024-02-01  2024-02-01→2024-03-01  Calls 100.00",
  ]);
  const [, overage] = ledger.lines;
  expect(overage?.quantity.toCanonical()).toBe("500");
});

test("a part of a period includes its share of the prepaid units (R-RATE-2, R-SUB-5)", () => {
  const price: ContractPrice = {
    ...usagePrice("Calls", "0"),
    model: { type: "prepaid_tiered", tiers, units: Decimal.of("1000") },
  };
  const ledger = new Ledger(contractFrom("2024-04-16", { firstBilling: "2024-05-01", prices: [price] }));
  ledger.use("Calls", date("2024-04-20"), "600");
  expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
    "2024-05-01  2024-04-16→2024-05-01  Calls 50.00", // 100.00 × 15/30
    "2024-05-01  2024-04-16→2024-05-01  Calls 10.00", // 600 − 1,000 × 15/30 = 100 × 0.10
    "2024-05-01  2024-05-01→2024-06-01  Calls 100.00",
  ]);
});

test("S18: a year's 12,000 units for 900.00, overage billed month by month (R-RATE-2)", () => {
  const [first, second] = [Decimal.of("12000"), Decimal.of("24000")];
  const price: ContractPrice = {
    ...usagePrice("Calls", "0"),
    schedule: { kind: "usage", interval: "yearly" },
    model: {
      type: "prepaid_fixed_tiered",
      tiers: [
        { minUnits: none, maxUnits: first, pricePerUnit: none, fixedFee: Decimal.of("900") },
        { minUnits: first, maxUnits: second, pricePerUnit: Decimal.of("0.07"), fixedFee: none },
        { minUnits: second, maxUnits: null, pricePerUnit: Decimal.of("0.05"), fixedFee: none },
      ],
      units: first,
      overageInterval: "monthly",
    },
  };
  const ledger = selling("2024-01-01", [price]);
  for (let month = 1; month <= 12; month += 1) {
    ledger.use("Calls", date("2024-01-15").add({ months: month - 1 }), "2000");
  }
  const amounts = ledger.advanceTo(date("2025-01-01")).lines.map(({ amount }) => amount.toFixed(2));
  const half = (amount: string) => Array.from({ length: 6 }, () => amount);
  // Months 1–6 are within the 12,000; in months 7–12 2,000 × 0.07; then the advance of the next year.
  expect(amounts).toEqual(["900.00", ...half("0.00"), ...half("140.00"), "900.00"]);
});

test("units of days that a pause gives back are reversed with the next part of the overage (R-RATE-2, R-SUB-6)", () => {
  const tiers = [{ minUnits: none, maxUnits: null, pricePerUnit: Decimal.of("0.10"), fixedFee: Decimal.of("9.10") }];
  const price: ContractPrice = {
    ...usagePrice("Calls", "0"),
    schedule: { kind: "usage", interval: "quarterly" },
    model: { type: "prepaid_fixed_tiered", tiers, units: Decimal.of("91"), overageInterval: "monthly" },
  };
  const ledger = selling("2024-01-01", [price]);
  ledger.use("Calls", date("2024-01-10"), "91");
  ledger.advanceTo(date("2024-02-10"));
  expect(ledger.pause(date("2024-02-11"), date("2024-02-21"))).toBe(true);
  expect(ledger.advanceTo(date("2024-03-31")).print()).toEqual([
    "2024-01-01  2024-01-01→2024-04-01  Calls 9.10", // for 91 units in 91 days
    "2024-02-01  2024-01-01→2024-02-01  Calls 0.00", // the 91 units cover the 91 that were used
    "2024-02-21  2024-02-11→2024-02-21  Unused Calls -1.00", // 9.10 × 10/91
    "2024-03-01  2024-02-01→2024-03-01  Calls 1.00", // 91 × 81/91 = 81 units; (91 − 81) × 0.10
  ]);
});

test("the days of an account that changed its time zone begin in the zone of that day (R-TIME-1)", () => {
  const earlierZones = [{ timeZone: "Europe/Berlin", through: date("2024-04-10") }];
  const contract = { ...contractFrom("2024-04-01", {}), timeZone: "America/New_York", earlierZones };
  expect(instantText(startOfContractDay(contract, date("2024-04-10")))).toBe("2024-04-09T22:00:00.000Z");
  expect(instantText(startOfContractDay(contract, date("2024-04-11")))).toBe("2024-04-11T04:00:00.000Z");
});

test("nothing falls due for a contract that sells nothing or ends on its first day", () => {
  expect(billedTo(contractFrom("2024-04-01", {}), "2025-01-01").lines).toEqual([]);
  const prices = [fixedPrice("Base", "30.00"), usagePrice("Calls", "0.10")];
  expect(billedTo(contractFrom("2024-04-01", { prices, end: "2024-04-01" }), "2025-01-01").lines).toEqual([]);
});

test("an end that is set and withdrawn twice bills the rest once, even around a pause (R-SUB-6)", () => {
  const ledger = selling("2024-05-01", [fixedPrice("Base", "31.00")], { endsOn: date("2024-05-11") });
  ledger.advanceTo(date("2024-05-05"));
  expect(ledger.withdraw()).toBe(true);
  expect(ledger.pause(date("2024-05-23"), date("2024-05-25"))).toBe(true);
  expect(ledger.cancel(date("2024-05-28"))).toBe(true);
  expect(ledger.withdraw()).toBe(true);
  expect(ledger.advanceTo(date("2024-05-31")).print()).toEqual([
    "2024-05-01  2024-05-01→2024-05-11  Base 10.00", // 31.00 × 10/31
    "2024-05-05  2024-05-11→2024-06-01  Base 21.00", // 31.00 × 21/31
    "2024-05-25  2024-05-23→2024-05-25  Unused Base -2.00", // 31.00 × 2/31
  ]);
});
