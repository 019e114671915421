import { expect, test } from "vitest";
import {
  Decimal,
  dueOn,
  PAYMENT_TERMS,
  paymentDays,
  type PriceSchedule,
  type ProrationPolicy,
} from "../../src/index.ts";
import { bill, contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

// Parts of periods, calculated manually with a calendar: served days divided by the days of the period (R-SUB-5).

const advance = (interval: "monthly" | "quarterly" | "yearly" | "weekly"): PriceSchedule => {
  return { kind: "recurring", interval, terms: "advance" };
};

/** The stub of one price that is sold from a day on and first billed on another. */
function stub(amount: string, start: string, firstBilling: string, schedule: PriceSchedule): string[] {
  const contract = contractFrom(start, { firstBilling, prices: [fixedPrice("plan", amount, schedule)] });
  return bill(contract, firstBilling);
}

test.each([
  // 31 days in January, 20 from the 12th on
  ["2026-01-12", "2026-02-01", "100.00", "monthly", "64.52"], // 100.00 × 20/31
  ["2026-02-12", "2026-03-01", "100.00", "monthly", "60.71"], // 100.00 × 17/28
  ["2028-02-12", "2028-03-01", "100.00", "monthly", "62.07"], // 100.00 × 18/29
  ["2026-04-30", "2026-05-01", "100.00", "monthly", "3.33"], // 100.00 × 1/30
  ["2026-04-01", "2026-05-01", "100.00", "monthly", "100.00"], // 30/30
  ["2026-01-15", "2026-04-01", "900.00", "quarterly", "760.00"], // 900.00 × 76/90
  ["2026-12-31", "2027-01-01", "365.00", "yearly", "1.00"], // 365.00 × 1/365
  ["2024-03-01", "2025-01-01", "366.00", "yearly", "306.00"], // 366.00 × 306/366
  ["2026-01-03", "2026-01-05", "70.00", "weekly", "20.00"], // 70.00 × 2/7
] as const)("a stub from %s to %s of %s %s is %s (R-TIME-2)", (start, first, amount, interval, expected) => {
  const [line = ""] = stub(amount, start, first, advance(interval));
  expect(line).toBe(`${first}  ${start}→${first}  plan ${expected}`);
});

/** A month of 30 days at 99.00 that changes to 199.00. */
function change(on: string, proration: ProrationPolicy): string[] {
  const [old, next] = [fixedPrice("small", "99.00"), fixedPrice("large", "199.00")];
  const before = contractFrom("2026-04-01", { prices: [old] });
  const version = { id: "v1", startsOn: date("2026-04-01"), proration: "prorate", isAfterBilling: false } as const;
  const after = {
    ...before,
    versions: [
      { ...version, endsOn: date(on), prices: [old] },
      { ...version, id: "v2", startsOn: date(on), endsOn: null, proration, isAfterBilling: false, prices: [next] },
    ],
  };
  return bill(after, on, () => "0", { before, until: "2026-04-01" }).slice(1);
}

test.each([
  // The day of the change belongs to the new plan: 15 days are left on the 16th.
  ["2026-04-16", "-49.50", "99.50"], // 99.00 × 15/30, 199.00 × 15/30
  ["2026-04-02", "-95.70", "192.37"], // × 29/30: 95.70, 192.366…
  ["2026-04-30", "-3.30", "6.63"], // × 1/30: 3.30, 6.633…
  ["2026-04-11", "-66.00", "132.67"], // × 20/30: 66.00, 132.666…
])("99.00 → 199.00 on %s gives back %s and charges %s (R-SUB-5)", (on, credit, charge) => {
  const days = `${on}  ${on}→2026-05-01`;
  expect(change(on, "prorate")).toEqual([`${days}  Unused small ${credit}`, `${days}  large ${charge}`]);
});

const sumOf = (lines: readonly string[]) =>
  Decimal.sum(lines.map((line) => Decimal.of(line.split(" ").at(-1)!))).toFixed(2);

test.each<[ProrationPolicy, string]>([
  ["prorate", "50.00"], // 99.50 − 49.50
  ["credit_only", "-49.50"],
  ["charge_only", "99.50"],
  ["none", "0.00"],
])("on the 16th of a month of 30 days, %s costs %s (R-SUB-4)", (proration, expected) => {
  expect(sumOf(change("2026-04-16", proration))).toBe(expected);
});

test("a stub and the rest of its period together cost the period, within a cent (R-SUB-5)", () => {
  for (const day of Array.from({ length: 27 }, (_, place) => place + 2)) {
    const start = `2026-01-${String(day).padStart(2, "0")}`;
    const before = stub("99.99", start, "2026-02-01", advance("monthly"))[0]!;
    const contract = contractFrom("2026-01-01", {
      end: start,
      prices: [fixedPrice("plan", "99.99", { kind: "recurring", interval: "monthly", terms: "arrears" })],
    });
    const after = bill(contract, start).at(-1)!;
    const off = Decimal.of(sumOf([before, after]))
      .minus(Decimal.of("99.99"))
      .abs();
    expect([start, off.compare(Decimal.of("0.01")) <= 0]).toEqual([start, true]);
  }
});

test("a yearly plan in yen and in dinars with 100 served days (R-SUB-5)", () => {
  const part = (currency: string, amount: string) => {
    const prices = [fixedPrice("plan", amount, { kind: "recurring", interval: "yearly", terms: "arrears" })];
    return bill(contractFrom("2026-01-01", { currency, end: "2026-04-11", prices }), "2026-04-11").at(-1);
  };
  expect(part("JPY", "120000")).toContain(" 32877.00"); // 120,000 × 100/365 = 32,876.7…; yen have no decimals
  expect(part("EUR", "120000")).toContain(" 32876.71");
});

test("usage is never prorated: a shortened window counts the usage in it (R-SUB-5)", () => {
  const contract = contractFrom("2026-01-20", { firstBilling: "2026-02-01", prices: [usagePrice("calls", "0.02")] });
  const lines = bill(contract, "2026-03-01", (_, start) => (start === "2026-01-20" ? "1000" : "2000"));
  expect(lines).toEqual([
    "2026-02-01  2026-01-20→2026-02-01  calls 20.00", // 1,000 × 0.02, of 12 days
    "2026-03-01  2026-02-01→2026-03-01  calls 40.00",
  ]);
});

test("an exchange rate applies before the line is rounded, and once (R-SUB-9)", () => {
  const converted = (rate: string, amount: string, currency = "EUR") => {
    const prices = [fixedPrice("plan", amount)];
    const contract = contractFrom("2026-01-01", { currency, conversionRate: Decimal.of(rate), prices });
    return bill(contract, "2026-01-01")[0]?.split(" ").at(-1);
  };
  expect(converted("0.9215", "99.00")).toBe("91.23"); // 91.2285
  expect(converted("0.9215", "0.01")).toBe("0.01"); // 0.009215
  expect(converted("155.37", "19.99", "JPY")).toBe("3106.00"); // 3,105.8463
  expect(converted("1", "19.995")).toBe("20.00");
});

test.each([
  ["on_issue", "2026-01-31"],
  ["net_7", "2026-02-07"],
  ["net_15", "2026-02-15"],
  ["net_30", "2026-03-02"], // 28 days in February, and two
  ["net_60", "2026-04-01"],
  ["net_90", "2026-05-01"],
  ["indefinite", null],
] as const)("issued on 2026-01-31, %s is due on %s (R-INV-1)", (terms, expected) => {
  expect(dueOn(date("2026-01-31"), terms)?.toString() ?? null).toBe(expected);
  const days = paymentDays(terms);
  if (expected === null) expect(days).toBeNull();
  else expect(days).toBe(date("2026-01-31").until(date(expected)).days);
});

test("thirty days from January 31 are March 1 in a leap year, and the terms are in ascending order (R-INV-1)", () => {
  expect(dueOn(date("2028-01-31"), "net_30")?.toString()).toBe("2028-03-01");
  const days = PAYMENT_TERMS.map(paymentDays).filter((count) => count !== null);
  expect(days).toEqual(days.toSorted((a, b) => a - b));
});
