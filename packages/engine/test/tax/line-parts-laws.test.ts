import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { decideTax } from "../../src/tax/decide-tax.ts";
import { dayOfSupply, lineParts, type TaxableLine, type TaxSources } from "../../src/tax/line-parts.ts";
import { rate, terms } from "./support.ts";

// Which taxes apply to a line's amount. The parts of an adjustment sum to it, whichever lines it follows (R-SUB-8,
// R-INV-6).

const date = (text: string) => Temporal.PlainDate.from(text);
const JANUARY = { start: date("2026-01-01"), end: date("2026-02-01") };

const rates = [
  rate("full", "20"),
  rate("half", "10", { taxCategory: "books" }),
  rate("held", "7", { taxCategory: "press", inclusive: true }),
];

function sources(currency = "EUR"): TaxSources {
  return {
    terms: terms({}, { mode: "manual", rates }),
    currency,
    on: JANUARY.end,
    priceTax: ({ priceId }) => ({ taxCategory: priceId, taxRateIds: [] }),
  };
}

function line(amount: Decimal, members: Partial<TaxableLine> = {}): TaxableLine {
  return {
    kind: "usage",
    priceId: "app",
    productId: null,
    adjustmentId: null,
    service: JANUARY,
    countedOn: JANUARY.start,
    countedInterval: null,
    amount,
    ...members,
  };
}

const cents = (value: number) => Decimal.of(`${value}e-2`);
const sold = fc
  .tuple(fc.integer({ min: -90_000, max: 200_000 }), fc.constantFrom("app", "books", "press"))
  .map(([value, priceId]) => line(cents(value), { priceId }));
const soldList = fc.array(sold, { minLength: 1, maxLength: 8 });

const adjustment = fc
  .tuple(fc.integer({ min: -90_000, max: 90_000 }), fc.constantFrom(null, "app", "books", "elsewhere"))
  .map(([value, priceId]) =>
    line(cents(value), { kind: value > 0 ? "minimum" : "discount", priceId, adjustmentId: "adjustment" }),
  );

test("the parts of each line sum to it, including adjustments and lines that follow them (R-SUB-8)", () => {
  fc.assert(
    fc.property(soldList, fc.array(adjustment, { maxLength: 4 }), (lines, adjustments) => {
      const all = [...lines, ...adjustments];
      for (const [place, parts] of lineParts(all, sources()).entries()) {
        const sum = Decimal.sum(parts.map(({ amount }) => amount));
        expect(sum.equals(all[place]!.amount), `${sum} of ${all[place]!.amount}`).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test("an adjustment of lines under one tax has only that tax (R-SUB-8)", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 6 }), (values) => {
      const lines = values.map((value) => line(cents(value), { priceId: "books" }));
      const discount = line(cents(-100), { kind: "discount", priceId: null, adjustmentId: "d" });
      const parts = lineParts([...lines, discount], sources()).at(-1);
      expect(parts?.map(({ taxes }) => taxes.map(({ taxRateId }) => taxRateId))).toEqual([["half"]]);
    }),
  );
});

test("a percentage leaves the same share of the amounts under each tax, to the cent (R-SUB-8, R-INV-6)", () => {
  fc.assert(
    fc.property(soldList, fc.integer({ min: 1, max: 100 }), (lines, percent) => {
      const sum = Decimal.sum(lines.map(({ amount }) => amount));
      const share = Decimal.of(`${percent}e-2`);
      const discount = line(sum.times(share).negate().round(2, "half_away_from_zero"), {
        kind: "discount",
        priceId: null,
        adjustmentId: "d",
        percentage: { value: Decimal.ofInteger(percent), isLimited: false, positions: lines.map((_, place) => place) },
      });
      for (const { amount, taxes } of lineParts([...lines, discount], sources()).at(-1) ?? []) {
        const [id] = taxes.map(({ taxRateId }) => taxRateId);
        const own = lines.filter(({ priceId }) => ({ app: "full", books: "half", press: "held" })[priceId!] === id);
        const exact = Decimal.sum(own.map((one) => one.amount))
          .times(share)
          .negate();
        expect(amount.minus(exact).abs().compare(Decimal.of("0.01"))).toBeLessThan(1);
      }
    }),
  );
});

test("an invoice of lines and a discount of their whole amount is zero (R-SUB-8, R-INV-6)", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 6 }), (values) => {
      const lines = values.map((value, place) =>
        line(cents(value), { priceId: ["app", "books", "press"][place % 3]! }),
      );
      const all = Decimal.sum(lines.map(({ amount }) => amount));
      const discount = line(all.negate(), { kind: "discount", priceId: null, adjustmentId: "d" });
      const taxed = decideTax([...lines, discount], sources());
      expect([taxed.subtotal, taxed.tax, taxed.total].map((figure) => figure.toFixed(2))).toEqual([
        "0.00",
        "0.00",
        "0.00",
      ]);
    }),
  );
});

test("what gives back takes under no taxes more than is under them, or than it gives back in all (R-INV-6)", () => {
  const frozen = fc.array(fc.integer({ min: -90_000, max: 90_000 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(frozen, fc.integer({ min: 1, max: 90_000 }), (values, back) => {
      const corrects = values.map((value, place) => ({
        amount: cents(value),
        taxes: [{ ...rate(`old_${place}`, String(place + 1)), taxRateId: `old_${place}` }],
      }));
      const [parts] = lineParts([line(cents(-back), { kind: "correction", corrects })], sources());
      for (const { amount, taxes } of parts!) {
        const own = corrects.find((one) => one.taxes[0]?.taxRateId === taxes[0]?.taxRateId);
        const most = Decimal.max(own!.amount.abs(), cents(back)).plus(cents(1));
        expect(amount.abs().compare(most)).toBeLessThan(1);
      }
    }),
  );
});

test("a credit of a line reverses the taxes that are frozen with the line, in proportion (R-INV-6)", () => {
  const frozen = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(frozen, fc.integer({ min: 1, max: 100 }), (values, percent) => {
      const corrects = values.map((value, place) => ({
        amount: cents(value),
        taxes: [{ ...rate(`old_${place}`, String(place + 1)), taxRateId: `old_${place}` }],
      }));
      const whole = Decimal.sum(corrects.map(({ amount }) => amount));
      const back = whole
        .times(Decimal.of(`${percent}e-2`))
        .round(2, "down")
        .negate();
      const [parts] = lineParts([line(back, { kind: "credit", corrects })], sources());
      expect(Decimal.sum(parts!.map(({ amount }) => amount)).equals(back)).toBe(true);
      for (const { amount, taxes } of parts!) {
        const own = corrects.find((one) => one.taxes[0]?.taxRateId === taxes[0]?.taxRateId);
        const distance = amount.times(whole).minus(back.times(own!.amount)).abs();
        expect(distance.compare(whole.times(Decimal.of("0.01")))).toBeLessThan(1);
      }
    }),
  );
});

test.each([
  ["usage", "2025-12-01", "2026-01-01", "2025-12-31"], // over on the billing date
  ["usage", "2025-12-15", "2025-12-16", "2025-12-15"],
  ["recurring", "2026-01-01", "2026-02-01", "2026-01-01"], // billed in advance
  ["recurring", "2025-01-01", "2026-01-01", "2025-12-31"], // billed in arrears
  ["one_off", "2026-01-01", "2026-01-02", "2026-01-01"],
  ["one_off", "2026-03-01", "2026-03-02", "2026-01-01"], // not later than the billing date
  ["credit", "2025-12-10", "2026-01-01", "2025-12-01"], // the same as the line that it gives back
] as const)("%s from %s to %s has the rates of %s (R-INV-6)", (kind, start, end, day) => {
  const service = { start: date(start), end: date(end) };
  expect(dayOfSupply({ kind, service, countedOn: date("2025-12-01") }, date("2026-01-01")).toString()).toBe(day);
});

test("yen have no decimals, so shares of a discount are whole (R-SUB-8)", () => {
  const lines = [line(Decimal.of("100")), line(Decimal.of("200"), { priceId: "books" })];
  const discount = line(Decimal.of("-100"), { kind: "discount", priceId: null, adjustmentId: "d" });
  const parts = lineParts([...lines, discount], sources("JPY")).at(-1);
  expect(parts?.map(({ amount }) => amount.toFixed(0))).toEqual(["-33", "-67"]); // −33.33… and −66.66…
});
