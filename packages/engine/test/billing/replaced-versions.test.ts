import { expect, test } from "vitest";
import { type ContractThreshold, Decimal, type ProrationPolicy } from "../../src/index.ts";
import { Ledger } from "./ledger.ts";
import { contractFrom, date, fixedPrice } from "./support.ts";

const one = fixedPrice("One", "30.00");
const two = fixedPrice("Two", "60.00");

/** A contract that sells one price from April 1 on, as of a day. */
function april(today: string): Ledger {
  return new Ledger(contractFrom("2024-04-01", { prices: [one] }), date("2024-03-20")).advanceTo(date(today));
}

test.each<ProrationPolicy>(["prorate", "none", "credit_only", "charge_only"])(
  "a planned change that is reverted with %s before its day leaves the price unchanged (R-SUB-4)",
  (proration) => {
    const ledger = april("2024-04-05");
    expect(ledger.change(date("2024-04-16"), [two])).toBe(true);
    expect(ledger.change(date("2024-04-16"), [one], proration)).toBe(true);
    expect(ledger.advanceTo(date("2024-05-01")).print()).toEqual([
      "2024-04-01  2024-04-01→2024-05-01  One 30.00",
      "2024-05-01  2024-05-01→2024-06-01  One 30.00",
    ]);
  },
);

test("a planned change that is reverted before the period was billed does not split it (R-SUB-4)", () => {
  const ledger = april("2024-03-20");
  expect(ledger.change(date("2024-04-16"), [two])).toBe(true);
  expect(ledger.change(date("2024-04-16"), [one])).toBe(true);
  expect(ledger.advanceTo(date("2024-04-16")).print()).toEqual(["2024-04-01  2024-04-01→2024-05-01  One 30.00"]);
});

test("two changes in a stub, where the second reverts the first, do not split it (R-TIME-2, R-SUB-4)", () => {
  const half = fixedPrice("Half", "10.33");
  const contract = contractFrom("2024-03-11", { prices: [half], firstBilling: "2024-04-01" });
  const ledger = new Ledger(contract).advanceTo(date("2024-03-18"));
  expect(ledger.change(date("2024-03-18"), [two])).toBe(true);
  expect(ledger.change(date("2024-03-18"), [half])).toBe(true);
  expect(ledger.advanceTo(date("2024-04-01")).print()).toEqual([
    "2024-04-01  2024-03-11→2024-04-01  Half 7.00", // 10.33 × 21/31 = 6.998; 7 and 14 days would be 2.33 + 4.67
    "2024-04-01  2024-04-01→2024-05-01  Half 10.33",
  ]);
});

test("a period billed only up to a planned change is billed to its end when the change is reverted (R-SUB-4)", () => {
  const ledger = april("2024-03-20");
  expect(ledger.change(date("2024-04-16"), [two])).toBe(true);
  ledger.advanceTo(date("2024-04-05"));
  expect(ledger.change(date("2024-04-16"), [one])).toBe(true);
  expect(ledger.advanceTo(date("2024-04-30")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-04-16  One 15.00", // 30.00 × 15/30
    "2024-04-05  2024-04-16→2024-05-01  One 15.00", // the rest, immediately
  ]);
});

test("a reverted plan change moves nothing into the maximum of another month (R-SUB-4, R-SUB-8)", () => {
  const year = fixedPrice("Year", "1200.00", { kind: "recurring", interval: "yearly", terms: "advance" });
  const maximum: ContractThreshold = {
    id: "max",
    type: "max",
    value: Decimal.of("50.00"),
    interval: "monthly",
    scope: { kind: "subscription" },
  };
  const ledger = new Ledger(contractFrom("2024-01-01", { prices: [year], thresholds: [maximum] }));
  expect(ledger.change(date("2024-06-01"), [two])).toBe(true);
  expect(ledger.change(date("2024-06-01"), [year])).toBe(true);
  // If the price were credited and charged again on June 1, the 701.64 of its 214 of 366 days would be spread over
  // seven months once more.
  expect(ledger.advanceTo(date("2024-12-31")).print()).toEqual([
    "2024-01-01  2024-01-01→2025-01-01  Year 1200.00",
    ...Array.from({ length: 12 }, (_, month) => {
      const start = date("2024-01-01").add({ months: month });
      return `2024-01-01  ${start}→${start.add({ months: 1 })}  Reduction to maximum spend -50.00`; // 1200.00 ÷ 12 − 50.00
    }),
  ]);
});

test("a change that is reverted after its day was billed has given back and charges again (R-SUB-4)", () => {
  const ledger = april("2024-04-05");
  expect(ledger.change(date("2024-04-16"), [two])).toBe(true);
  ledger.advanceTo(date("2024-04-16"));
  expect(ledger.change(date("2024-04-16"), [one])).toBe(true);
  expect(ledger.print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  One 30.00",
    "2024-04-16  2024-04-16→2024-05-01  Unused One -15.00", // 30.00 × 15/30
    "2024-04-16  2024-04-16→2024-05-01  Two 30.00", // 60.00 × 15/30
    "2024-04-16  2024-04-16→2024-05-01  Unused Two -30.00",
    "2024-04-16  2024-04-16→2024-05-01  One 15.00",
  ]);
});

test("a change that now precedes one that charges nothing charges the price through both (R-SUB-4)", () => {
  const ledger = april("2024-04-10");
  expect(ledger.change(date("2024-04-17"), [one, two], "none")).toBe(true);
  expect(ledger.change(date("2024-04-16"), [one, two])).toBe(true);
  expect(ledger.advanceTo(date("2024-04-30")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-05-01  One 30.00",
    "2024-04-16  2024-04-16→2024-05-01  Two 30.00", // 60.00 × 15/30, not 60.00 × 1/30
  ]);
});

test.each([
  ["2024-04-01", ["2024-04-16  2024-04-16→2024-05-01  One 15.00"]], // it ended when April began: 30.00 × 15/30
  ["2024-04-02", []], // it ended in April, which was charged elsewhere and stays charged
])(
  "a price that ended on %s, before invoices are issued here, returns on April 16 (R-SUB-4, R-TIME-3)",
  (left, billed) => {
    const contract = contractFrom("2024-03-01", { prices: [one], invoicesFrom: date("2024-04-10") });
    const ledger = new Ledger(contract).advanceTo(date(left));
    expect(ledger.change(date(left), [two], "none")).toBe(true);
    ledger.advanceTo(date("2024-04-16"));
    expect(ledger.change(date("2024-04-16"), [one, two])).toBe(true);
    expect(ledger.print()).toEqual(billed);
  },
);

test("paused days of a period that stays charged are given back with the pause, even if it was billed to an earlier day (R-SUB-4, R-SUB-6)", () => {
  const ledger = april("2024-03-20");
  expect(ledger.change(date("2024-04-21"), [two])).toBe(true);
  ledger.advanceTo(date("2024-04-01"));
  expect(ledger.change(date("2024-04-01"), [two], "charge_only")).toBe(true);
  expect(ledger.pause(date("2024-04-11"), date("2024-04-26"))).toBe(true);
  expect(ledger.advanceTo(date("2024-04-30")).print()).toEqual([
    "2024-04-01  2024-04-01→2024-04-21  One 20.00", // 30.00 × 20/30, because it was to end on the 21st
    "2024-04-01  2024-04-01→2024-05-01  Two 60.00",
    "2024-04-26  2024-04-11→2024-04-21  Unused One -10.00", // 20.00 × 10/20
    "2024-04-26  2024-04-11→2024-04-26  Unused Two -30.00", // 60.00 × 15/30
  ]);
});
