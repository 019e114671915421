import fc from "fast-check";
import { expect, test } from "vitest";
import {
  BILLING_INTERVALS,
  boundOf,
  countedInterval,
  countedPeriods,
  countedShare,
  Decimal,
  longestInterval,
  recomputeLine,
  sharedAmount,
} from "../../src/index.ts";
import { contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

const period = (start: string, end: string) => ({ start: date(start), end: date(end) });

/** `2024-01-01 100.00 …`: the part of an amount for these days that each period of a limit counts. */
function parts(
  amount: string,
  start: string,
  end: string,
  interval: "daily" | "weekly" | "monthly" | "quarterly",
  own: "yearly" | "monthly" | null = "yearly",
) {
  const contract = contractFrom("2024-01-01", {});
  const line = { countedOn: date(start), countedInterval: own, service: period(start, end) };
  return countedPeriods(contract, interval, line).map(({ span }) => {
    const share = countedShare(contract, interval, line, span);
    if (share === undefined) return `${span.start} nothing`;
    const counted = sharedAmount(Decimal.of(amount), share === "whole" ? null : share, "USD");
    return `${span.start} ${counted.toFixed(2)}`;
  });
}

test("a year is spread evenly over its quarters, regardless of their length (R-SUB-8)", () => {
  expect(parts("1200.00", "2024-01-01", "2025-01-01", "quarterly")).toEqual([
    "2024-01-01 300.00",
    "2024-04-01 300.00",
    "2024-07-01 300.00",
    "2024-10-01 300.00",
  ]);
});

test("service for parts of months counts in them by days: 10/31, one whole, 10/31 (R-SUB-8)", () => {
  // 10/31 + 1 + 10/31 = 51/31 of a month for 102.00: 2.00 for each 31st.
  expect(parts("102.00", "2024-03-22", "2024-05-11", "monthly")).toEqual([
    "2024-03-01 20.00",
    "2024-04-01 62.00",
    "2024-05-01 20.00",
  ]);
});

test("a line counts as a whole if the limit's interval equals the line's, or the line has none (R-SUB-8)", () => {
  expect(parts("30.00", "2024-02-01", "2024-03-01", "monthly", "monthly")).toEqual(["2024-02-01 30.00"]);
  expect(parts("250.00", "2024-02-10", "2024-02-11", "weekly", null)).toEqual(["2024-02-05 250.00"]);
  expect(parts("250.00", "2023-12-10", "2023-12-11", "weekly", null)).toEqual([]); // before the service, in a trial
  expect(parts("9.00", "2024-02-10", "2024-02-20", "monthly")).toEqual(["2024-02-01 9.00"]); // in one month only
});

test("a period that a line does not serve counts nothing of it", () => {
  const contract = contractFrom("2024-01-01", {});
  const year = {
    countedOn: date("2024-01-01"),
    countedInterval: "yearly",
    service: period("2024-01-01", "2025-01-01"),
  } as const;
  expect(countedShare(contract, "monthly", year, period("2025-01-01", "2025-02-01"))).toBeUndefined();
  expect(countedShare(contract, "yearly", year, period("2025-01-01", "2026-01-01"))).toBeUndefined();
});

test("the parts of all periods sum exactly to the line (R-SUB-8)", () => {
  const days = fc.integer({ min: 0, max: 900 });
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      days,
      days,
      fc.constantFrom(...BILLING_INTERVALS.slice(0, 5)),
      (cents, from, length, interval) => {
        const contract = contractFrom("2024-01-31", {});
        const start = contract.startsOn.add({ days: from });
        const service = { start, end: start.add({ days: length + 1 }) };
        const line = { countedOn: start, countedInterval: "yearly", service } as const;
        const amount = Decimal.ofInteger(cents).times(Decimal.of("0.01"));
        const counted = countedPeriods(contract, interval, line).map(({ span }) => {
          const share = countedShare(contract, interval, line, span);
          return sharedAmount(amount, share === undefined || share === "whole" ? null : share, "USD");
        });
        expect(Decimal.sum(counted).equals(amount)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test("a line covers the interval of its price, and a one-off charge covers none", () => {
  expect(countedInterval(usagePrice("calls", "1"))).toBe("monthly");
  expect(countedInterval(fixedPrice("setup", "1", { kind: "one_off" }))).toBeNull();
  expect(longestInterval([null, "weekly", "yearly", "monthly"])).toBe("yearly");
  expect(longestInterval([null])).toBeNull();
});

const limit = {
  kind: "adjustment",
  value: Decimal.of("500.00"),
  period: period("2024-01-22", "2024-02-01"),
  positions: [0],
  spentBefore: Decimal.zero,
  adjustedBefore: Decimal.zero,
} as const;
const oneOffs = Decimal.of("250.00");
const bound = (basis: Parameters<typeof boundOf>[0], days: number) =>
  boundOf(basis, { days, of: 31 }, "USD").toFixed(2);

test("a prorated maximum is raised by one-off charges, up to the whole maximum; a minimum is not (R-SUB-8)", () => {
  expect(bound({ ...limit, rule: "maximum" }, 10)).toBe("161.29"); // 500.00 × 10/31
  expect(bound({ ...limit, rule: "maximum", oneOffs }, 10)).toBe("411.29"); // 161.29 + 250.00
  expect(bound({ ...limit, rule: "maximum", oneOffs }, 25)).toBe("500.00"); // 403.23 + 250.00 exceeds the maximum
  expect(bound({ ...limit, rule: "maximum", oneOffs }, 62)).toBe("1000.00"); // a stub of two months
  expect(bound({ ...limit, rule: "minimum", oneOffs }, 10)).toBe("161.29");
});

test("amounts that were frozen before lines were spread are computed as before (R-VER-1)", () => {
  const basis = { ...limit, rule: "maximum" } as const;
  const frozen = {
    kind: "maximum",
    billedIn: { currency: "USD", conversionRate: null },
    model: null,
    usageGroup: null,
    basis,
  } as const;
  const again = (proration: { days: number; of: number } | null) =>
    recomputeLine({ ...frozen, proration }, null, [Decimal.of("1200.00")]).amount.toFixed(2);
  expect([again(null), again({ days: 10, of: 31 })]).toEqual(["-700.00", "-1038.71"]);
});
