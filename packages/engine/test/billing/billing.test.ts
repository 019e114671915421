import { expect, test } from "vitest";
import { Decimal, type ProrationPolicy } from "../../src/index.ts";
import { bill, contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

const arrears = { kind: "recurring", interval: "monthly", terms: "arrears" } as const;

test("S1: monthly in advance from the 31st bills each month end and returns to the 31st (R-TIME-2)", () => {
  expect(bill(contractFrom("2024-01-31", { prices: [fixedPrice("Base", "35.00")] }), "2024-05-30")).toEqual([
    "2024-01-31  2024-01-31→2024-02-29  Base 35.00",
    "2024-02-29  2024-02-29→2024-03-31  Base 35.00",
    "2024-03-31  2024-03-31→2024-04-30  Base 35.00",
    "2024-04-30  2024-04-30→2024-05-31  Base 35.00",
  ]);
});

test("S3: service before the first billing date is a stub, billed with the first period (R-TIME-2)", () => {
  const contract = contractFrom("2022-12-15", { firstBilling: "2023-01-01", prices: [fixedPrice("Base", "1000.00")] });
  expect(bill(contract, "2023-01-31")).toEqual([
    "2023-01-01  2022-12-15→2023-01-01  Base 548.39", // 1000.00 × 17/31
    "2023-01-01  2023-01-01→2023-02-01  Base 1000.00",
  ]);
});

test("S4: a quarterly stub is prorated over the quarter that would end at the anchor (R-TIME-2)", () => {
  const quarterly = { kind: "recurring", interval: "quarterly", terms: "advance" } as const;
  const prices = [fixedPrice("Base", "90.00", quarterly)];
  expect(bill(contractFrom("2025-10-08", { firstBilling: "2026-01-01", prices }), "2026-03-31")).toEqual([
    "2026-01-01  2025-10-08→2026-01-01  Base 83.15", // 90.00 × 85/92
    "2026-01-01  2026-01-01→2026-04-01  Base 90.00",
  ]);
});

test("a stub in arrears falls due on the first billing date, the first period at its end (R-TIME-2)", () => {
  const prices = [fixedPrice("Base", "100.00", arrears)];
  expect(bill(contractFrom("2023-02-04", { firstBilling: "2023-03-01", prices }), "2023-04-01")).toEqual([
    "2023-03-01  2023-02-04→2023-03-01  Base 89.29", // 100.00 × 25/28
    "2023-04-01  2023-03-01→2023-04-01  Base 100.00",
  ]);
});

test("S9: a trial moves the anchor to its end and its usage is free (R-TIME-2)", () => {
  const prices = [fixedPrice("Base", "100.00"), usagePrice("Calls", "0.10")];
  expect(bill(contractFrom("2024-03-01", { trialDays: 14, prices }), "2024-04-15", () => "50")).toEqual([
    "2024-03-15  2024-03-15→2024-04-15  Base 100.00",
    "2024-04-15  2024-03-15→2024-04-15  Calls 5.00",
    "2024-04-15  2024-04-15→2024-05-15  Base 100.00",
  ]);
});

test("S10: a one-off price waits for the first billing date unless the flag is set (R-TIME-2)", () => {
  const terms = {
    firstBilling: "2024-04-01",
    prices: [fixedPrice("Setup", "250.00", { kind: "one_off" }), fixedPrice("Base", "50.00")],
  };
  expect(bill(contractFrom("2024-03-10", { ...terms, chargesOneOffsAtStart: true }), "2024-04-01")).toEqual([
    "2024-03-10  2024-03-10→2024-03-11  Setup 250.00",
    "2024-04-01  2024-03-10→2024-04-01  Base 35.48", // 50.00 × 22/31
    "2024-04-01  2024-04-01→2024-05-01  Base 50.00",
  ]);
  expect(bill(contractFrom("2024-03-10", terms), "2024-04-01")).toEqual([
    "2024-04-01  2024-03-10→2024-03-11  Setup 250.00",
    "2024-04-01  2024-03-10→2024-04-01  Base 35.48",
    "2024-04-01  2024-04-01→2024-05-01  Base 50.00",
  ]);
});

test("S13: a minimum is prorated for a stub and trued up at its end (R-SUB-8)", () => {
  const limit = {
    id: "thr",
    type: "min",
    value: Decimal.of("10000.00"),
    interval: "monthly",
    scope: { kind: "subscription" },
  } as const;
  const prices = [fixedPrice("Plan", "1000.00", arrears)];
  const contract = contractFrom("2023-02-04", { firstBilling: "2023-03-01", prices, thresholds: [limit] });
  expect(bill(contract, "2023-03-31")).toEqual([
    "2023-03-01  2023-02-04→2023-03-01  Plan 892.86", // 1000.00 × 25/28
    "2023-03-01  2023-02-04→2023-03-01  True-up to minimum spend 8035.71", // 10000.00 × 25/28 − 892.86
  ]);
});

test("a minimum counts what was billed in advance for the same period (R-SUB-8)", () => {
  const limit = {
    id: "thr",
    type: "min",
    value: Decimal.of("100.00"),
    interval: "monthly",
    scope: { kind: "subscription" },
  } as const;
  const prices = [fixedPrice("Base", "60.00"), usagePrice("Calls", "1.00")];
  expect(bill(contractFrom("2024-01-01", { prices, thresholds: [limit] }), "2024-02-01", () => "15")).toEqual([
    "2024-01-01  2024-01-01→2024-02-01  Base 60.00",
    "2024-02-01  2024-01-01→2024-02-01  Calls 15.00",
    "2024-02-01  2024-02-01→2024-03-01  Base 60.00",
    "2024-02-01  2024-01-01→2024-02-01  True-up to minimum spend 25.00", // 100.00 − 60.00 − 15.00
  ]);
});

test("S14: a maximum cuts what exceeds it, on its own line (R-SUB-8)", () => {
  const limit = {
    id: "thr",
    type: "max",
    value: Decimal.of("500.00"),
    interval: "monthly",
    scope: { kind: "subscription" },
  } as const;
  const contract = contractFrom("2024-01-01", { prices: [usagePrice("Calls", "1.00")], thresholds: [limit] });
  expect(bill(contract, "2024-02-01", () => "620")).toEqual([
    "2024-02-01  2024-01-01→2024-02-01  Calls 620.00",
    "2024-02-01  2024-01-01→2024-02-01  Reduction to maximum spend -120.00",
  ]);
});

test("a one-off in a trial and its discount count in the first period of service (R-SUB-8)", () => {
  const base = fixedPrice("Base", "99.00", { kind: "recurring", interval: "monthly", terms: "advance" });
  const setup = fixedPrice("Setup", "50.00", { kind: "one_off" });
  const [start, interval] = [date("2024-01-01"), "monthly"] as const;
  const [ofSetup, ofAll] = [{ kind: "price", priceId: "Setup" }, { kind: "subscription" }] as const;
  const fifth = { type: "percentage", value: Decimal.of("20") } as const;
  const contract = contractFrom("2024-01-01", {
    trialDays: 14,
    prices: [base, setup],
    discounts: [{ id: "discount", ...fifth, interval, scope: ofSetup, startsOn: start, endsOn: null }],
    thresholds: [{ id: "max", type: "max", value: Decimal.of("60.00"), interval, scope: ofAll }],
  });
  expect(bill(contract, "2024-01-15")).toEqual([
    "2024-01-15  2024-01-01→2024-01-02  Setup 50.00",
    "2024-01-15  2024-01-15→2024-02-15  Base 99.00",
    "2024-01-15  2024-01-01→2024-01-02  Discount 20 % -10.00",
    "2024-01-15  2024-01-15→2024-02-15  Reduction to maximum spend -79.00", // 60.00 − 99.00 − 50.00 + 10.00
  ]);
});

test("S15: 20% for three months, then the full price (R-SUB-8)", () => {
  const scope = { kind: "subscription" } as const;
  const discount = {
    id: "d",
    type: "percentage",
    value: Decimal.of("20"),
    interval: "monthly",
    scope,
    startsOn: date("2024-01-01"),
    endsOn: date("2024-04-01"),
  } as const;
  const contract = contractFrom("2024-01-01", { prices: [fixedPrice("Base", "50.00")], discounts: [discount] });
  expect(bill(contract, "2024-04-30").filter((line) => !line.includes("Base"))).toEqual([
    "2024-01-01  2024-01-01→2024-02-01  Discount 20 % -10.00",
    "2024-02-01  2024-02-01→2024-03-01  Discount 20 % -10.00",
    "2024-03-01  2024-03-01→2024-04-01  Discount 20 % -10.00",
  ]);
});

test("a fixed contract ends with its arrears, the last part prorated (R-SUB-5)", () => {
  const prices = [fixedPrice("Base", "31.00", arrears), usagePrice("Calls", "0.50")];
  expect(bill(contractFrom("2024-01-01", { prices, end: "2024-02-11" }), "2030-01-01", () => "4")).toEqual([
    "2024-02-01  2024-01-01→2024-02-01  Base 31.00",
    "2024-02-01  2024-01-01→2024-02-01  Calls 2.00",
    "2024-02-11  2024-02-01→2024-02-11  Base 10.69", // 31.00 × 10/29
    "2024-02-11  2024-02-01→2024-02-11  Calls 2.00",
  ]);
});

test("billing dates before invoiceGenerationStartDate are not invoiced (R-TIME-3)", () => {
  const contract = contractFrom("2024-01-01", {
    prices: [fixedPrice("Base", "10.00")],
    invoicesFrom: date("2024-03-01"),
  });
  expect(bill(contract, "2024-03-31")).toEqual(["2024-03-01  2024-03-01→2024-04-01  Base 10.00"]);
});

test("a price that continues in a new version is billed without a break, a new price from its first day", () => {
  const base = fixedPrice("Base", "10.00");
  const seats = fixedPrice("Seats", "30.00");
  const versions = [
    {
      id: "v1",
      startsOn: date("2024-01-01"),
      endsOn: date("2024-02-15"),
      proration: "prorate",
      isAfterBilling: false,
      prices: [base],
    } as const,
    {
      id: "v2",
      startsOn: date("2024-02-15"),
      endsOn: null,
      proration: "prorate",
      isAfterBilling: false,
      prices: [base, seats],
    } as const,
  ];
  expect(bill(contractFrom("2024-01-01", { versions }), "2024-03-01")).toEqual([
    "2024-01-01  2024-01-01→2024-02-01  Base 10.00",
    "2024-02-01  2024-02-01→2024-03-01  Base 10.00",
    "2024-02-15  2024-02-15→2024-03-01  Seats 15.52", // 30.00 × 15/29
    "2024-03-01  2024-03-01→2024-04-01  Base 10.00",
    "2024-03-01  2024-03-01→2024-04-01  Seats 30.00",
  ]);
});

test("a conversion rate converts each line to the invoice currency, rounded once (R-SUB-9)", () => {
  const contract = contractFrom("2024-01-01", {
    prices: [fixedPrice("Base", "9.99")],
    currency: "EUR",
    conversionRate: Decimal.of("0.9137"),
  });
  expect(bill(contract, "2024-01-31")).toEqual(["2024-01-01  2024-01-01→2024-02-01  Base 9.13"]); // 9.99 × 0.9137 = 9.127863
});

/** A contract that sells one price until a day and another from that day on. */
function changing(
  start: string,
  on: string,
  proration: ProrationPolicy,
  prices = [fixedPrice("Old", "99.00"), fixedPrice("New", "199.00")],
) {
  const [before = fixedPrice("Old", "0"), after = fixedPrice("New", "0")] = prices;
  const versions = [
    {
      id: "v1",
      startsOn: date(start),
      endsOn: date(on),
      proration: "prorate",
      isAfterBilling: false,
      prices: [before],
    } as const,
    { id: "v2", startsOn: date(on), endsOn: null, proration, isAfterBilling: false, prices: [after] } as const,
  ];
  return contractFrom(start, { versions });
}

/** The contract as it was billed before the change was known: without the last version. */
function billedBeforeChange(start: string, price = fixedPrice("Old", "99.00")) {
  return contractFrom(start, { prices: [price] });
}

test("S5: a change on day 16 of a 30-day month credits 15/30 of the old and charges 15/30 of the new (R-SUB-5)", () => {
  const lines = bill(changing("2024-06-01", "2024-06-16", "prorate"), "2024-06-16", undefined, {
    before: billedBeforeChange("2024-06-01"),
    until: "2024-06-01",
  });
  expect(lines).toEqual([
    "2024-06-01  2024-06-01→2024-07-01  Old 99.00",
    "2024-06-16  2024-06-16→2024-07-01  Unused Old -49.50", // 99.00 × 15/30
    "2024-06-16  2024-06-16→2024-07-01  New 99.50", // 199.00 × 15/30
  ]);
});

test("a change without proration gives nothing back and charges the new price from the next period on (R-SUB-4)", () => {
  const before = { before: billedBeforeChange("2024-06-01"), until: "2024-06-01" };
  expect(bill(changing("2024-06-01", "2024-06-16", "none"), "2024-07-01", undefined, before)).toEqual([
    "2024-06-01  2024-06-01→2024-07-01  Old 99.00",
    "2024-07-01  2024-07-01→2024-08-01  New 199.00",
  ]);
});

test("credit_only and charge_only do one half each (R-SUB-4)", () => {
  const before = { before: billedBeforeChange("2024-06-01"), until: "2024-06-01" };
  expect(bill(changing("2024-06-01", "2024-06-16", "credit_only"), "2024-06-30", undefined, before).slice(1)).toEqual([
    "2024-06-16  2024-06-16→2024-07-01  Unused Old -49.50",
  ]);
  expect(bill(changing("2024-06-01", "2024-06-16", "charge_only"), "2024-06-30", undefined, before).slice(1)).toEqual([
    "2024-06-16  2024-06-16→2024-07-01  New 99.50",
  ]);
});

test("S6: a change on the day that was billed credits the whole line (R-SUB-5)", () => {
  const yearly = { kind: "recurring", interval: "yearly", terms: "advance" } as const;
  const prices = [fixedPrice("Yearly", "2399.95", yearly), fixedPrice("Monthly", "249.95")];
  const lines = bill(changing("2012-05-01", "2012-05-01", "prorate", prices), "2012-05-01", undefined, {
    before: billedBeforeChange("2012-05-01", prices[0]),
    until: "2012-05-01",
  });
  expect(lines).toEqual([
    "2012-05-01  2012-05-01→2013-05-01  Yearly 2399.95",
    "2012-05-01  2012-05-01→2013-05-01  Unused Yearly -2399.95",
    "2012-05-01  2012-05-01→2012-06-01  Monthly 249.95",
  ]);
});

test("a discount reverses its share of a credit (R-SUB-8)", () => {
  const scope = { kind: "subscription" } as const;
  const discounts = [
    {
      id: "d",
      type: "percentage",
      value: Decimal.of("20"),
      interval: "monthly",
      scope,
      startsOn: date("2024-06-01"),
      endsOn: null,
    } as const,
  ];
  const changed = { ...changing("2024-06-01", "2024-06-16", "prorate"), discounts };
  const before = { ...billedBeforeChange("2024-06-01"), discounts };
  expect(bill(changed, "2024-06-16", undefined, { before, until: "2024-06-01" }).slice(2)).toEqual([
    "2024-06-16  2024-06-16→2024-07-01  Unused Old -49.50",
    "2024-06-16  2024-06-16→2024-07-01  New 99.50",
    "2024-06-16  2024-06-16→2024-07-01  Discount 20 % -10.00", // (99.50 − 49.50) × 20 %
  ]);
});

test("a discount counts in the same weeks of a maximum as the lines that it reduces (R-SUB-8)", () => {
  const scope = { kind: "subscription" } as const;
  const discount = { id: "d", type: "percentage", value: Decimal.of("20"), interval: "monthly", scope } as const;
  const maximum = { id: "max", type: "max", value: Decimal.of("15.00"), interval: "weekly", scope } as const;
  const terms = {
    discounts: [{ ...discount, startsOn: date("2024-06-01"), endsOn: null }],
    thresholds: [maximum],
  };
  const changed = { ...changing("2024-06-01", "2024-06-16", "prorate"), ...terms };
  const before = { ...billedBeforeChange("2024-06-01"), ...terms };
  expect(bill(changed, "2024-06-16", undefined, { before, until: "2024-06-01" })).toEqual([
    "2024-06-01  2024-06-01→2024-07-01  Old 99.00",
    "2024-06-01  2024-06-01→2024-07-01  Discount 20 % -19.80",
    // 99.00 × 7/30 = 23.10 and 19.80 × 7/30 = 4.62 in each of four weeks: 15.00 − (23.10 − 4.62). The last has two days of it.
    "2024-06-01  2024-06-01→2024-06-08  Reduction to maximum spend -3.48",
    "2024-06-01  2024-06-08→2024-06-15  Reduction to maximum spend -3.48",
    "2024-06-01  2024-06-15→2024-06-22  Reduction to maximum spend -3.48",
    "2024-06-01  2024-06-22→2024-06-29  Reduction to maximum spend -3.48",
    "2024-06-16  2024-06-16→2024-07-01  Unused Old -49.50",
    "2024-06-16  2024-06-16→2024-07-01  New 99.50",
    "2024-06-16  2024-06-16→2024-07-01  Discount 20 % 9.90", // of the credit
    "2024-06-16  2024-06-16→2024-07-01  Discount 20 % -19.90",
    // Six of fifteen days: 18.48 − 19.80 + 3.96 + 39.80 − 7.96 = 34.48, of which 3.48 were subtracted already.
    "2024-06-16  2024-06-15→2024-06-22  Reduction to maximum spend -16.00",
    // Seven of them: 18.48 − 23.10 + 4.62 + 46.43 − 9.29 = 37.14.
    "2024-06-16  2024-06-22→2024-06-29  Reduction to maximum spend -18.66",
  ]);
});

test("the subscription's discount applies to what a price's discount leaves, on the days on which it lasts (R-SUB-8)", () => {
  const discount = { type: "percentage", interval: "monthly" } as const;
  const ofPrice = {
    ...discount,
    id: "p",
    value: Decimal.of("10"),
    startsOn: date("2024-06-01"),
    endsOn: null,
    scope: { kind: "price", priceId: "Base" } as const,
  };
  const ofAll = { ...discount, id: "s", value: Decimal.of("20"), scope: { kind: "subscription" } as const };
  const billed = (startsOn: string, endsOn: string | null) =>
    bill(
      contractFrom("2024-06-01", {
        prices: [fixedPrice("Base", "100.00")],
        discounts: [ofPrice, { ...ofAll, startsOn: date(startsOn), endsOn: endsOn === null ? null : date(endsOn) }],
      }),
      "2024-07-01",
    ).filter((line) => line.includes("Discount"));
  const own = (day: string, period: string) => `${day}  ${period}  Discount 10 % -10.00`;
  const [june, july] = ["2024-06-01→2024-07-01", "2024-07-01→2024-08-01"];
  expect(billed("2024-06-01", "2024-07-01")).toEqual([
    own("2024-06-01", june),
    "2024-06-01  2024-06-01→2024-07-01  Discount 20 % -18.00", // (100.00 − 10.00) × 20 %
    own("2024-07-01", july),
  ]);
  expect(billed("2024-07-01", null)).toEqual([
    own("2024-06-01", june),
    own("2024-07-01", july),
    "2024-07-01  2024-07-01→2024-08-01  Discount 20 % -18.00",
  ]);
});

test("a pause is left out of the bill if its first day was not billed yet, and is credited if it was (R-SUB-6)", () => {
  const prices = [fixedPrice("Base", "31.00")];
  const unpaused = contractFrom("2024-06-01", { prices });
  const pausedFrom = (billedVersionId: string | null) =>
    contractFrom("2024-06-01", {
      prices,
      pauses: [{ startsOn: date("2024-07-01"), endsOn: date("2024-07-11"), billedVersionId }],
    });
  expect(bill(pausedFrom(null), "2024-07-31")).toEqual([
    "2024-06-01  2024-06-01→2024-07-01  Base 31.00",
    "2024-07-11  2024-07-11→2024-08-01  Base 21.00", // 31.00 × 21/31
  ]);
  const billed = pausedFrom(unpaused.versions[0]?.id ?? null);
  expect(bill(billed, "2024-07-31", undefined, { before: unpaused, until: "2024-07-01" })).toEqual([
    "2024-06-01  2024-06-01→2024-07-01  Base 31.00",
    "2024-07-01  2024-07-01→2024-08-01  Base 31.00",
    "2024-07-11  2024-07-01→2024-07-11  Unused Base -10.00", // 31.00 × 10/31
  ]);
});

test("an amount discount applies once per period, to the advance and not again to the usage (R-SUB-8)", () => {
  const scope = { kind: "subscription" } as const;
  const value = Decimal.of("50.00");
  const discounts = [
    { id: "d", type: "amount", value, interval: "monthly", scope, startsOn: date("2024-01-01"), endsOn: null } as const,
  ];
  const prices = [fixedPrice("Base", "30.00"), usagePrice("Calls", "1.00")];
  expect(bill(contractFrom("2024-01-01", { prices, discounts }), "2024-02-01", () => "100")).toEqual([
    "2024-01-01  2024-01-01→2024-02-01  Base 30.00",
    "2024-01-01  2024-01-01→2024-02-01  Discount -30.00",
    "2024-02-01  2024-01-01→2024-02-01  Calls 100.00",
    "2024-02-01  2024-02-01→2024-03-01  Base 30.00",
    "2024-02-01  2024-01-01→2024-02-01  Discount -20.00", // what is left of 50.00
    "2024-02-01  2024-02-01→2024-03-01  Discount -30.00",
  ]);
});

test("a subscription's discount also applies to what a price's minimum adds to an earlier period (R-SUB-8)", () => {
  const scope = { kind: "subscription" } as const;
  const discounts = [
    {
      id: "d",
      type: "percentage",
      value: Decimal.of("10"),
      interval: "monthly",
      scope,
      startsOn: date("2024-01-01"),
      endsOn: null,
    } as const,
  ];
  const minimum = {
    id: "min",
    type: "min",
    value: Decimal.of("50.00"),
    interval: "monthly",
    scope: { kind: "price", priceId: "Base" },
  } as const;
  const contract = contractFrom("2024-01-01", {
    prices: [fixedPrice("Base", "30.00")],
    discounts,
    thresholds: [minimum],
  });
  expect(bill(contract, "2024-02-01")).toEqual([
    "2024-01-01  2024-01-01→2024-02-01  Base 30.00",
    "2024-01-01  2024-01-01→2024-02-01  Discount 10 % -3.00",
    "2024-02-01  2024-02-01→2024-03-01  Base 30.00",
    "2024-02-01  2024-01-01→2024-02-01  True-up to minimum spend 20.00", // 50.00 − 30.00
    "2024-02-01  2024-02-01→2024-03-01  Discount 10 % -3.00",
    "2024-02-01  2024-01-01→2024-02-01  Discount 10 % -2.00", // 20.00 × 10 %
  ]);
});
