import fc from "fast-check";
import { expect, test } from "vitest";
import { type ContractDiscount, type ContractThreshold, Decimal, type Scope } from "../../src/index.ts";
import { Fraction, HUNDRED, largerOf, smallerOf, ZERO } from "../fraction.ts";
import { bill, contractFrom, date, fixedPrice, usagePrice } from "./support.ts";

// One month of a seat price and a usage price with every kind of adjustment, computed separately in the order of
// R-SUB-8: lines → price discount → price minimum → price maximum → subscription discount → subscription minimum →
// maximum.

const SEATS: Scope = { kind: "price", priceId: "seats" };
const WHOLE: Scope = { kind: "subscription" };

interface Adjusted {
  readonly discount: { readonly type: "percentage" | "amount"; readonly value: number } | null;
  readonly minimum: number | null;
  /** Above the minimum, so that both can be met. */
  readonly room: number | null;
}

interface Month {
  readonly seats: number;
  readonly calls: number;
  readonly callPrice: string;
  /** The number of served days, of 31. */
  readonly days: number;
  readonly ofSeats: Adjusted;
  readonly ofWhole: Adjusted;
}

const adjusted: fc.Arbitrary<Adjusted> = fc.record({
  discount: fc.option(
    fc.oneof(
      fc.record({ type: fc.constant("percentage" as const), value: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ type: fc.constant("amount" as const), value: fc.integer({ min: 1, max: 300 }) }),
    ),
  ),
  minimum: fc.option(fc.integer({ min: 1, max: 400 })),
  room: fc.option(fc.nat(200)),
});

const months: fc.Arbitrary<Month> = fc.record({
  seats: fc.integer({ min: 0, max: 50_000 }),
  calls: fc.nat(2_000),
  callPrice: fc.constantFrom("0.01", "0.125", "0.0333"),
  days: fc.oneof(fc.constant(31), fc.integer({ min: 1, max: 30 })),
  ofSeats: adjusted,
  ofWhole: adjusted,
});

function discountOf(scope: Scope, { discount }: Adjusted): ContractDiscount[] {
  if (discount === null) return [];
  const terms = { id: `discount ${scope.kind}`, type: discount.type, value: Decimal.ofInteger(discount.value) };
  return [{ ...terms, interval: "monthly", scope, startsOn: date("2026-01-01"), endsOn: null }];
}

function limitsOf(scope: Scope, { minimum, room }: Adjusted): ContractThreshold[] {
  const limit = (type: "min" | "max", value: number): ContractThreshold => {
    return { id: `${type} ${scope.kind}`, type, value: Decimal.ofInteger(value), interval: "monthly", scope };
  };
  return [
    ...(minimum === null ? [] : [limit("min", minimum)]),
    ...(room === null ? [] : [limit("max", (minimum ?? 0) + room)]),
  ];
}

/** The amounts of the invoice of January, in the order of its lines. */
function billed({ seats, calls, callPrice, days, ofSeats, ofWhole }: Month): string[] {
  const inArrears = { kind: "recurring", interval: "monthly", terms: "arrears" } as const;
  const contract = contractFrom("2026-01-01", {
    prices: [fixedPrice("seats", `${seats}e-2`, inArrears), usagePrice("calls", callPrice)],
    ...(days === 31 ? {} : { end: date("2026-01-01").add({ days }).toString() }),
    discounts: [...discountOf(SEATS, ofSeats), ...discountOf(WHOLE, ofWhole)],
    thresholds: [...limitsOf(SEATS, ofSeats), ...limitsOf(WHOLE, ofWhole)],
  });
  const until = days === 31 ? "2026-02-01" : date("2026-01-01").add({ days }).toString();
  return bill(contract, until, (priceId) => (priceId === "calls" ? String(calls) : "0"));
}

const whole = (value: number) => Fraction.of(value);

/** A line as its amount and its days. An amount discount always covers the whole month. */
interface Counted {
  readonly amount: Fraction;
  readonly days: number;
}

const sumUp = (lines: readonly Counted[]) => Fraction.sum(lines.map(({ amount }) => amount));

/** The adjustments of lines: a discount, then a minimum, then a maximum. */
function adjustments(counted: readonly Counted[], { discount, minimum, room }: Adjusted, days: number): Counted[] {
  const part = (value: number) => whole(value).times(whole(days)).over(whole(31)).rounded(2);
  const lines: Counted[] = [];
  const sum = () => sumUp([...counted, ...lines]);
  const { type, value = 0 } = discount ?? {};
  // A percentage has a line for each service period. An amount reduces no more than there is, and is not prorated.
  if (type === "percentage") {
    for (const [of, own] of Map.groupBy(counted, (line) => line.days)) {
      lines.push({ days: of, amount: ZERO.minus(sumUp(own).times(whole(value)).over(HUNDRED).rounded(2)) });
    }
  }
  if (type === "amount") lines.push({ days: 31, amount: ZERO.minus(smallerOf(largerOf(sum(), ZERO), whole(value))) });
  if (minimum !== null) lines.push({ days, amount: largerOf(part(minimum).minus(sum()), ZERO) });
  if (room !== null) lines.push({ days, amount: smallerOf(part((minimum ?? 0) + room).minus(sum()), ZERO) });
  return lines;
}

function expected({ seats, calls, callPrice, days, ofSeats, ofWhole }: Month): Fraction[] {
  const ofMonth = new Fraction(BigInt(seats), 100n).times(whole(days)).over(whole(31)).rounded(2);
  const usage = whole(calls).times(Fraction.of(callPrice)).rounded(2);
  const onSeats = adjustments([{ amount: ofMonth, days }], ofSeats, days);
  const lines = [{ amount: ofMonth, days }, { amount: usage, days }, ...onSeats];
  return [...lines, ...adjustments(lines, ofWhole, days)].map(({ amount }) => amount);
}

const sumOf = (lines: readonly string[]) =>
  Fraction.sum(lines.map((text) => Fraction.of(text.split(" ").at(-1)!))).toFixed(2);

test("discounts, minimums and maximums of a price and of the subscription apply in order, each rounded (R-SUB-8)", () => {
  fc.assert(
    fc.property(months, (month) => {
      const lines = billed(month);
      expect(sumOf(lines), lines.join("\n")).toBe(Fraction.sum(expected(month)).toFixed(2));
    }),
    { numRuns: 150 },
  );
});

test("each adjustment that changes something has a line with that amount (R-SUB-8)", () => {
  fc.assert(
    fc.property(months, (month) => {
      const moving = (amounts: readonly string[]) => amounts.filter((amount) => !/^-?0\.00$/.test(amount)).toSorted();
      const shown = billed(month).map((text) => text.split(" ").at(-1)!);
      expect(moving(shown)).toEqual(moving(expected(month).map((amount) => amount.toFixed(2))));
    }),
  );
});

test("a period that is within its limits costs the same without them (R-SUB-8)", () => {
  fc.assert(
    fc.property(months, (month) => {
      const bare: Month = { ...month, ofSeats: NONE, ofWhole: NONE };
      const total = Number(sumOf(billed(bare)));
      const wide: Adjusted = { discount: null, minimum: null, room: Math.ceil((total + 1) * 31) };
      expect(sumOf(billed({ ...bare, ofSeats: wide, ofWhole: wide }))).toBe(sumOf(billed(bare)));
    }),
    { numRuns: 30 },
  );
});

const NONE: Adjusted = { discount: null, minimum: null, room: null };
const percent = (value: number) => ({ type: "percentage", value }) as const;

test.each<[string, Partial<Month>, string]>([
  ["nothing adjusts it", {}, "100.00 20.00"],
  // 100.00 × 10%; 20% of 90.00 + 20.00
  [
    "10 % of the seats, then 20 % of all",
    { ofSeats: { ...NONE, discount: percent(10) }, ofWhole: { ...NONE, discount: percent(20) } },
    "100.00 20.00 -10.00 -22.00",
  ],
  // The minimum of the seats raises what the discount left, and the subscription's discount counts that.
  [
    "50 % of the seats, at least 80.00 of them, 10 % of all",
    { ofSeats: { discount: percent(50), minimum: 80, room: null }, ofWhole: { ...NONE, discount: percent(10) } },
    "100.00 20.00 -50.00 30.00 -10.00",
  ],
  ["at most 60.00 of the seats", { ofSeats: { ...NONE, room: 60 } }, "100.00 20.00 -40.00"],
  [
    "at most 60.00 of the seats, at least 100.00 of all",
    { ofSeats: { ...NONE, room: 60 }, ofWhole: { ...NONE, minimum: 100 } },
    "100.00 20.00 -40.00 20.00",
  ],
  [
    "500.00 off, which is more than there is",
    { ofWhole: { ...NONE, discount: { type: "amount", value: 500 } } },
    "100.00 20.00 -120.00",
  ],
  // Everything is free, but the minimum is still due.
  [
    "all is free, at least 50.00",
    { ofWhole: { discount: percent(100), minimum: 50, room: null } },
    "100.00 20.00 -120.00 50.00",
  ],
  // 15 of 31 days: 100.00 × 15/31 = 48.387…; 310.00 × 15/31 = 150.00; usage is not prorated
  ["half a month, at least 310.00 of all", { days: 15, ofWhole: { ...NONE, minimum: 310 } }, "48.39 20.00 81.61"],
])("100.00 of seats and 20.00 of calls: %s (R-SUB-8)", (_, month, amounts) => {
  const plain: Month = { seats: 10_000, calls: 160, callPrice: "0.125", days: 31, ofSeats: NONE, ofWhole: NONE };
  expect(billed({ ...plain, ...month }).map((text) => text.split(" ").at(-1))).toEqual(amounts.split(" "));
});
