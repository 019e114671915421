import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { minorUnits } from "../../src/money/currency.ts";
import { applied, type AppliedTax } from "../../src/tax/tax-rate.ts";
import { type LinePart, type TaxedLines, taxLines } from "../../src/tax/tax-lines.ts";
import { Fraction, HUNDRED, ZERO } from "../fraction.ts";
import { rate } from "./support.ts";

// A second implementation of EN 16931 with fractions: each rate is computed once, on the sum of the rounded lines under
// it (R-INV-6).

const tax = (id: string, percentage: string, inclusive = false) => applied(rate(id, percentage, { inclusive }));

/** Sets of taxes with at most one inclusive tax, so that each figure follows from the sums alone. */
const TREATMENTS: readonly (readonly AppliedTax[])[] = [
  [tax("vat", "20")],
  [tax("reduced", "5.5")],
  [tax("gst", "5"), tax("qst", "9.975")],
  [tax("gst", "5"), tax("pst", "7")],
  [tax("held", "19", true)],
  [tax("held7", "7", true), tax("city", "2.25")],
  [tax("zero", "0")],
  [],
];

const currency = fc.constantFrom("EUR", "JPY", "KWD");
const line = fc.record({ units: fc.integer({ min: -500_000, max: 900_000 }), place: fc.nat(TREATMENTS.length - 1) });
const lineList = fc.array(line, { minLength: 1, maxLength: 12 });
type Line = { readonly units: number; readonly place: number };

function amountOf({ units }: Line, code: string): string {
  return new Fraction(BigInt(units), 10n ** BigInt(minorUnits(code))).toFixed(minorUnits(code));
}

function partOf(one: Line, code: string): LinePart {
  return { amount: Decimal.of(amountOf(one, code)), taxes: TREATMENTS[one.place]! };
}

function taxed(lines: readonly Line[], code: string): TaxedLines {
  return taxLines(
    lines.map((one) => [partOf(one, code)]),
    code,
  );
}

/** `vat 100.00 20.00` for each tax, by name, and the total of the invoice. */
function summary({ taxes, subtotal, total }: TaxedLines, code: string): string[] {
  const places = minorUnits(code);
  const each = taxes.map(
    ({ taxRateId, base, amount }) => `${taxRateId} ${base.toFixed(places)} ${amount.toFixed(places)}`,
  );
  return [...each.toSorted(), `${subtotal.toFixed(places)} → ${total.toFixed(places)}`];
}

function expected(lines: readonly Line[], code: string): string[] {
  const places = minorUnits(code);
  const bases = new Map<AppliedTax, Fraction>();
  const held = new Map<AppliedTax, Fraction>();
  let subtotal = ZERO;
  for (const [place, treatment] of TREATMENTS.entries()) {
    const own = lines.filter((one) => one.place === place);
    if (own.length === 0) continue;
    const gross = Fraction.sum(own.map((one) => Fraction.of(amountOf(one, code))));
    const inside = treatment.find(({ inclusive }) => inclusive);
    const percentage = Fraction.of(inside?.percentage.toString() ?? "0");
    const within = gross.times(percentage).over(HUNDRED.plus(percentage)).rounded(places);
    const net = gross.minus(within);
    subtotal = subtotal.plus(net);
    for (const one of treatment) bases.set(one, (bases.get(one) ?? ZERO).plus(net));
    if (inside !== undefined) held.set(inside, within);
  }
  // Equal rates in different sets, such as the GST of two provinces, are one tax of the invoice.
  const byId = Map.groupBy(bases, ([{ taxRateId }]) => taxRateId);
  let whole = subtotal;
  const each = [...byId].map(([id, entries]) => {
    const base = Fraction.sum(entries.map(([, own]) => own));
    const [first] = entries.map(([one]) => one);
    const share = base.times(Fraction.of(first!.percentage.toString())).over(HUNDRED).rounded(places);
    const amount = held.get(first!) ?? share;
    whole = whole.plus(amount);
    return `${id} ${base.toFixed(places)} ${amount.toFixed(places)}`;
  });
  return [...each.toSorted(), `${subtotal.toFixed(places)} → ${whole.toFixed(places)}`];
}

test("each tax of an invoice, its base and the totals match the oracle (R-INV-6)", () => {
  fc.assert(
    fc.property(lineList, currency, (lines, code) => {
      expect(summary(taxed(lines, code), code)).toEqual(expected(lines, code));
    }),
    { numRuns: 400 },
  );
});

test("the order of lines does not affect taxes and totals (R-INV-6)", () => {
  fc.assert(
    fc.property(lineList, currency, (lines, code) => {
      expect(summary(taxed(lines.toReversed(), code), code)).toEqual(summary(taxed(lines, code), code));
    }),
  );
});

test("splitting a line into two with the same taxes does not change the tax (R-INV-6)", () => {
  fc.assert(
    fc.property(lineList, fc.integer({ min: -1_000, max: 1_000 }), currency, (lines, units, code) => {
      const [first, ...rest] = lines;
      const cut = [{ ...first!, units }, { ...first!, units: first!.units - units }, ...rest];
      expect(summary(taxed(cut, code), code)).toEqual(summary(taxed(lines, code), code));
    }),
  );
});

test("two parts of one line are taxed like two lines (R-SUB-8, R-INV-6)", () => {
  fc.assert(
    fc.property(lineList, lineList, currency, (first, second, code) => {
      const parts = [first, second].map((own) => own.map((one) => partOf(one, code)));
      const apart = taxLines(
        parts.flat().map((part) => [part]),
        code,
      );
      expect(summary(taxLines(parts, code), code)).toEqual(summary(apart, code));
    }),
  );
});

test("negating all lines of an invoice negates its taxes (R-INV-8)", () => {
  fc.assert(
    fc.property(lineList, currency, (lines, code) => {
      const { taxes, total } = taxed(lines, code);
      const mirrored = taxed(
        lines.map((one) => ({ ...one, units: -one.units })),
        code,
      );
      expect(mirrored.total.equals(total.negate())).toBe(true);
      for (const [index, { base, amount }] of taxes.entries()) {
        expect(mirrored.taxes[index]?.base.equals(base.negate())).toBe(true);
        expect(mirrored.taxes[index]?.amount.equals(amount.negate())).toBe(true);
      }
    }),
  );
});

test("a line of zero adds a base of zero and no tax (R-INV-6)", () => {
  fc.assert(
    fc.property(lineList, fc.nat(TREATMENTS.length - 1), currency, (lines, place, code) => {
      const [before, after] = [taxed(lines, code), taxed([...lines, { units: 0, place }], code)];
      const [then, now] = [before, after].map(({ subtotal, tax: whole, total }) =>
        [subtotal, whole, total].map((figure) => figure.toCanonical()),
      );
      expect(now).toEqual(then);
      const part = after.lines.at(-1)?.[0];
      expect(part?.taxes.every(({ base, amount }) => base.isZero() && amount.isZero())).toBe(true);
    }),
  );
});

test("each share of a line is within a minor unit of the tax of that line alone (R-INV-6)", () => {
  fc.assert(
    fc.property(lineList, currency, (lines, code) => {
      const unit = Decimal.of(`1e-${minorUnits(code)}`);
      const whole = taxed(lines, code);
      for (const [place, [part]] of whole.lines.entries()) {
        for (const { index, amount } of part?.taxes ?? []) {
          const one = lines[place]!;
          const { percentage, inclusive, taxRateId } = whole.taxes[index]!;
          // The base of a tax on top of a price with another inclusive tax is itself rounded.
          if (taxRateId === "city") continue;
          const own = Fraction.of(amountOf(one, code)).times(Fraction.of(percentage.toString()));
          const exact = own.over(inclusive ? HUNDRED.plus(Fraction.of(percentage.toString())) : HUNDRED);
          const distance = Fraction.of(amount.toString()).minus(exact);
          const [above, below] = [distance, ZERO.minus(distance)];
          const most = Fraction.of(unit.toString());
          expect(most.isBelow(above) || most.isBelow(below), `${amount} for ${exact}`).toBe(false);
        }
      }
    }),
  );
});
