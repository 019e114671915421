import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { applied } from "../../src/tax/tax-rate.ts";
import { type LinePart, taxLines } from "../../src/tax/tax-lines.ts";
import { type NoteTaxes, settledParts, taxNote } from "../../src/tax/tax-note.ts";
import { rate } from "./support.ts";

// Consecutive credit notes of an invoice, for any amounts in any order (R-INV-8).

const RATES = [rate("vat", "20"), rate("low", "5.5"), rate("held", "19", { inclusive: true }), rate("none", "0")];

interface Sale {
  readonly units: number;
  readonly rate: number;
  /**
   * In thousandths of the line: the share of the first credit note, and the share that the second takes of the rest.
   */
  readonly shares: readonly [number, number];
}

/** Everything, nothing, or any part. */
const share = fc.oneof(fc.constantFrom(0, 1_000), fc.integer({ min: 0, max: 1_000 }));

const saleUpTo = (most: number) =>
  fc.record({
    units: fc.integer({ min: 1, max: most }),
    rate: fc.nat(RATES.length - 1),
    shares: fc.tuple(share, share),
  });
/** Large invoices, and invoices for which every minor unit of tax matters. */
const sales = fc.oneof(
  fc.array(saleUpTo(200_000), { minLength: 1, maxLength: 6 }),
  fc.array(saleUpTo(8), { minLength: 3, maxLength: 5 }),
);
const currencies = fc.constantFrom(["EUR", 2] as const, ["JPY", 0] as const, ["KWD", 3] as const);

function partsOf(given: readonly Sale[], scale: number): LinePart[][] {
  return given.map(({ units, rate: place }) => [
    { amount: Decimal.of(`${units}e-${scale}`), taxes: [applied(RATES[place]!)] },
  ]);
}

/** Three credit notes that give back everything: a share, a share of the rest, and the remainder. */
function thirds(given: readonly Sale[], scale: number): Decimal[][] {
  const of = (units: number, thousandths: number) => Math.floor((units * thousandths) / 1_000);
  const first = given.map(({ units, shares }) => of(units, shares[0]));
  const second = given.map(({ units, shares }, place) => of(units - first[place]!, shares[1]));
  const last = given.map(({ units }, place) => units - first[place]! - second[place]!);
  return [first, second, last].map((note) => note.map((units) => Decimal.of(`${units}e-${scale}`)));
}

function notes(parts: readonly LinePart[][], given: readonly (readonly Decimal[])[], currency: string): NoteTaxes[] {
  const invoice = taxLines(parts, currency);
  const made: NoteTaxes[] = [];
  for (const [index, credited] of given.entries()) {
    const taxes = invoice.taxes.map((tax, place) => {
      const before = made.map((note) => note.taxes[place]!);
      const base = Decimal.sum(before.map((one) => one.base));
      return { ...tax, creditedBefore: { base, amount: Decimal.sum(before.map((one) => one.amount)) } };
    });
    const lines = invoice.lines.map((own, place) => ({
      amount: Decimal.sum(parts[place]!.map(({ amount }) => amount)),
      parts: own,
      creditedBefore: Decimal.sum(given.slice(0, index).map((earlier) => earlier[place]!)),
      credited: credited[place]!,
    }));
    made.push(taxNote(taxes, lines, currency));
  }
  return made;
}

test("credit notes that give back everything sum to the invoice, in any order and any currency (R-INV-8)", () => {
  fc.assert(
    fc.property(
      sales,
      currencies,
      fc.constantFrom([0, 1, 2], [2, 0, 1], [1, 2, 0]),
      (given, [currency, scale], order) => {
        const parts = partsOf(given, scale);
        const each = thirds(given, scale);
        const made = notes(
          parts,
          order.map((place) => each[place]!),
          currency,
        );
        const invoice = taxLines(parts, currency);
        expect(Decimal.sum(made.map(({ total }) => total)).equals(invoice.total)).toBe(true);
        expect(Decimal.sum(made.map(({ tax }) => tax)).equals(invoice.tax)).toBe(true);
        expect(Decimal.sum(made.map(({ subtotal }) => subtotal)).equals(invoice.subtotal)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});

test("one credit note for everything equals the invoice, tax by tax (R-INV-8)", () => {
  fc.assert(
    fc.property(sales, currencies, (given, [currency, scale]) => {
      const parts = partsOf(given, scale);
      const invoice = taxLines(parts, currency);
      const [note] = notes(parts, [parts.map(([part]) => part!.amount)], currency);
      const figures = ({ taxes, subtotal, tax, total }: Pick<NoteTaxes, "taxes" | "subtotal" | "tax" | "total">) => [
        ...taxes.map(({ base, amount }) => `${base.toFixed(scale)} ${amount.toFixed(scale)}`),
        ...[subtotal, tax, total].map((figure) => figure.toFixed(scale)),
      ];
      expect(figures(note!)).toEqual(figures(invoice));
    }),
  );
});

test("a credit note of zero gives back no tax, and none gives back more of a tax than is left of it (R-INV-8)", () => {
  fc.assert(
    fc.property(sales, currencies, (given, [currency, scale]) => {
      const parts = partsOf(given, scale);
      const invoice = taxLines(parts, currency);
      const nothing = given.map(() => Decimal.zero);
      const [empty, ...made] = notes(parts, [nothing, ...thirds(given, scale)], currency);
      expect([empty!.tax.isZero(), empty!.total.isZero()]).toEqual([true, true]);
      for (const [place, tax] of invoice.taxes.entries()) {
        let left = tax.amount;
        for (const note of made) {
          left = left.minus(note.taxes[place]!.amount);
          expect(note.taxes[place]!.amount.isNegative()).toBe(false);
          expect(left.isNegative()).toBe(false);
        }
      }
    }),
  );
});

test("subtotal and tax of each credit note sum to its total, and an inclusive price is given back gross (R-INV-8)", () => {
  fc.assert(
    fc.property(sales, currencies, (given, [currency, scale]) => {
      const parts = partsOf(given, scale);
      const each = thirds(given, scale);
      for (const [index, note] of notes(parts, each, currency).entries()) {
        expect(note.subtotal.plus(note.tax).equals(note.total)).toBe(true);
        const credited = Decimal.sum(each[index]!);
        const onTop = note.taxes.filter(({ inclusive }) => !inclusive).map(({ amount }) => amount);
        expect(note.total.equals(credited.plus(Decimal.sum(onTop)))).toBe(true);
      }
    }),
  );
});

test.each([
  ["EUR", "0.03 0.03 0.01", "0.01 0.00 0.00"], // 0.006 → 0.01 each, and 0.014 → 0.01 in total
  ["JPY", "3 3 1", "1 0 0"],
  ["KWD", "0.002 0.002 0.002", "0.000 0.000 0.001"], // 0.0004 → 0.000 each, and 0.0012 → 0.001 in total
  ["EUR", "10.00 10.00 10.00", "2.00 2.00 2.00"],
])("in %s lines of %s with 20%% are given back one by one with %s of tax (R-INV-8)", (currency, amounts, expected) => {
  const lines = amounts.split(" ").map((amount) => Decimal.of(amount));
  const parts = lines.map((amount): LinePart[] => [{ amount, taxes: [applied(RATES[0]!)] }]);
  const oneByOne = lines.map((_, note) => lines.map((amount, place) => (place === note ? amount : Decimal.zero)));
  const places = { EUR: 2, JPY: 0, KWD: 3 }[currency];
  expect(
    notes(parts, oneByOne, currency)
      .map(({ tax }) => tax.toFixed(places!))
      .join(" "),
  ).toBe(expected);
});

test("settles nothing of a line that no later invoice gave back, or that the credit note gives back only in part (R-INV-8)", () => {
  const amount = Decimal.of("310.00");
  const old = { ...applied(rate("old", "20")), base: Decimal.of("160.00"), amount: Decimal.of("32.00") };
  const billedBack = [{ amount: Decimal.of("160.00"), taxes: [old] }];
  const creditedBefore = Decimal.of("160.00");
  const settled = (credited: string, back: typeof billedBack | undefined) =>
    settledParts({ amount, parts: [], creditedBefore, credited: Decimal.of(credited), billedBack: back }, []).length;
  expect(settled("150.00", undefined)).toBe(0);
  expect(settled("149.99", billedBack)).toBe(0);
  expect(settled("150.00", billedBack)).toBe(1);
});
