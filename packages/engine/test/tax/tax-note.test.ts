import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { applied } from "../../src/tax/tax-rate.ts";
import { type LinePart, taxLines } from "../../src/tax/tax-lines.ts";
import { type NoteTaxes, taxNote } from "../../src/tax/tax-note.ts";
import { rate } from "./support.ts";

/** Consecutive credit notes, each a list of the amounts given back of each line. */
function notes(parts: readonly LinePart[][], given: readonly (readonly Decimal[])[]): NoteTaxes[] {
  const invoice = taxLines(parts, "EUR");
  const made: NoteTaxes[] = [];
  for (const [index, credited] of given.entries()) {
    const taxes = invoice.taxes.map((tax, place) => ({
      ...tax,
      creditedBefore: {
        base: Decimal.sum(made.map((note) => note.taxes[place]!.base)),
        amount: Decimal.sum(made.map((note) => note.taxes[place]!.amount)),
      },
    }));
    const lines = invoice.lines.map((own, place) => ({
      amount: Decimal.sum(parts[place]!.map(({ amount }) => amount)),
      parts: own,
      creditedBefore: Decimal.sum(given.slice(0, index).map((earlier) => earlier[place]!)),
      credited: credited[place]!,
    }));
    made.push(taxNote(taxes, lines, "EUR"));
  }
  return made;
}

const line = (amount: string, ...rates: ReturnType<typeof rate>[]): LinePart[] => [
  { amount: Decimal.of(amount), taxes: rates.map(applied) },
];
const decimals = (...texts: string[]) => texts.map((text) => Decimal.of(text));
const totals = (made: readonly NoteTaxes[]) => made.map(({ total }) => total.toFixed(2));
const vat = rate("vat", "20");
const held = rate("held", "20", { inclusive: true });

test("163.99 in two credit notes is 82.00 and 81.99: the last takes the remaining tax (S22, R-INV-8)", () => {
  const both = [line("68.33", vat), line("68.33", vat)];
  const made = notes(both, [decimals("68.33", "0"), decimals("0", "68.33")]);
  expect(totals(made)).toEqual(["82.00", "81.99"]);
  expect(made.map(({ tax }) => tax.toFixed(2))).toEqual(["13.67", "13.66"]); // 68.33 × 20% = 13.666; 27.33 − 13.67
  // In either order of the lines.
  expect(totals(notes(both, [decimals("0", "68.33"), decimals("68.33", "0")]))).toEqual(["82.00", "81.99"]);
});

test("a part of an inclusive line is given back gross, and the last credit note takes the rest", () => {
  const made = notes([line("49.99", held), line("49.99", held)], [decimals("49.99", "0"), decimals("0", "49.99")]);
  // 49.99 × 20/120 = 8.3316…; the rest of the invoice's 16.66 is 16.66 − 8.33
  expect(made.map(({ subtotal, tax, total }) => `${subtotal} ${tax} ${total}`)).toEqual([
    "41.66 8.33 49.99",
    "41.66 8.33 49.99",
  ]);
  expect(made.map(({ taxes }) => taxes[0]!.base.toFixed(2))).toEqual(["41.66", "41.66"]);
});

test("a tax is complete when its own lines are, whatever remains of other lines", () => {
  const made = notes(
    [line("0.33", vat), line("0.33", vat), line("10.00", rate("low", "7"))],
    [decimals("0.33", "0", "0"), decimals("0", "0.33", "5.00"), decimals("0", "0", "5.00")],
  );
  // 0.66 × 20% = 0.13: 0.07 and the rest; 7% of 5.00 is 0.35 each.
  expect(made.map(({ taxes }) => taxes.map(({ amount }) => amount.toFixed(2)).join(" "))).toEqual([
    "0.07 0.00",
    "0.06 0.35",
    "0.00 0.35",
  ]);
});

test("a credit note never gives back more tax than is left", () => {
  // 0.05 × 10% = 0.005 → 0.01 each; on the invoice 0.10 × 10% = 0.01.
  const ten = rate("ten", "10");
  const lines = [line("0.05", ten), line("0.05", ten)];
  expect(totals(notes(lines, [decimals("0.05", "0"), decimals("0", "0.02"), decimals("0", "0.03")]))).toEqual([
    "0.06",
    "0.02",
    "0.03",
  ]);
  const negative = [line("-0.05", ten), line("-0.05", ten), line("-0.01", ten)];
  const given = [decimals("-0.05", "0", "0"), decimals("0", "-0.05", "0"), decimals("0", "0", "-0.01")];
  expect(totals(notes(negative, given))).toEqual(["-0.06", "-0.05", "-0.01"]);
});

/** The amounts that later invoices gave back of a line under a rate. */
const back = (amount: string, of: ReturnType<typeof rate>, tax: string) => ({
  amount: Decimal.of(amount),
  taxes: [{ ...applied(of), base: Decimal.of(amount), amount: Decimal.of(tax) }],
});

/**
 * `25: 77.50 of 310.00` for a credit note of lines, each with its credited amount and the amount that later invoices
 * gave back before.
 */
function noted(given: readonly { parts: LinePart[]; credited: string; back: ReturnType<typeof back>[] }[]): string[] {
  const issued = taxLines(
    given.map(({ parts }) => parts),
    "EUR",
  );
  const zero = { base: Decimal.zero, amount: Decimal.zero };
  const own = issued.taxes.map((tax) => ({ ...tax, creditedBefore: zero }));
  const others = given
    .flatMap((one) => one.back.flatMap(({ taxes }) => taxes))
    .filter(({ taxRateId }) => !own.some((tax) => tax.taxRateId === taxRateId))
    .map((tax) => ({ ...tax, ...zero, creditedBefore: zero }));
  const lines = issued.lines.map((parts, place) => ({
    amount: Decimal.sum(given[place]!.parts.map(({ amount }) => amount)),
    parts,
    creditedBefore: Decimal.sum(given[place]!.back.map(({ amount }) => amount)),
    credited: Decimal.of(given[place]!.credited),
    billedBack: given[place]!.back,
  }));
  const made = taxNote([...own, ...others], lines, "EUR");
  return [
    ...made.taxes.map(({ percentage, base, amount }) => `${percentage}: ${amount.toFixed(2)} of ${base.toFixed(2)}`),
    made.total.toFixed(2),
  ];
}

test("a credit note that completes a line takes the tax that later invoices left, as issued (R-INV-8)", () => {
  const five = ["3.00", "3.00", "3.00", "3.00", "3.00"].map((amount) => back(amount, vat, "1.00"));
  expect(noted([{ parts: line("93.00", vat), credited: "78.00", back: five }])).toEqual([
    "20: 13.60 of 78.00",
    "91.60",
  ]);
  expect(noted([{ parts: line("93.00", vat), credited: "70.00", back: five }])).toEqual([
    "20: 13.60 of 70.00",
    "83.60",
  ]);
  // More tax than was billed is given back already: a part has none, and the rest reverses the excess.
  const more = [back("10.00", vat, "20.00")];
  expect(noted([{ parts: line("93.00", vat), credited: "3.00", back: more }])).toEqual(["20: 0.00 of 3.00", "3.00"]);
  expect(noted([{ parts: line("93.00", vat), credited: "83.00", back: more }])).toEqual([
    "20: -1.40 of 83.00",
    "81.60",
  ]);
});

test("an amount given back under other taxes is reversed with the rest of its line, and not before (R-INV-8)", () => {
  const now = line("310.00", rate("now", "25"));
  const old = [back("160.00", vat, "32.00")];
  expect(noted([{ parts: now, credited: "50.00", back: old }])).toEqual([
    "25: 12.50 of 50.00",
    "20: 0.00 of 0.00",
    "62.50",
  ]);
  const rest = ["25: 77.50 of 310.00", "20: -32.00 of -160.00", "195.50"];
  expect(noted([{ parts: now, credited: "150.00", back: old }])).toEqual(rest);
  // Together with a line that is not given back, or that later invoices gave back completely.
  expect(
    noted([
      { parts: now, credited: "150.00", back: old },
      { parts: line("10.00", rate("now", "25")), credited: "0", back: [] },
    ]),
  ).toEqual(rest);
  const whole = { parts: now, credited: "0", back: [back("310.00", vat, "62.00")] };
  const other = line("100.00", rate("now", "25"));
  expect(noted([whole, { parts: other, credited: "40.00", back: [] }])).toEqual([
    "25: 10.00 of 40.00",
    "20: 0.00 of 0.00",
    "50.00",
  ]);
  expect(noted([whole, { parts: other, credited: "100.00", back: [] }])).toEqual([
    "25: 102.50 of 410.00", // 77.50 less 62.00 were left of the first line
    "20: -62.00 of -310.00",
    "140.50",
  ]);
});

const rates = [vat, held, rate("low", "7.7"), rate("held2", "5", { inclusive: true })];
const invoice = fc.array(
  fc.record({
    cents: fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 3, maxLength: 3 }),
    rates: fc.uniqueArray(fc.constantFrom(...rates), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 5 },
);

test("property: three credit notes that give back everything sum to the invoice, tax by tax (R-INV-8)", () => {
  fc.assert(
    fc.property(invoice, (given) => {
      const cents = (amount: number) => Decimal.of(`${amount}e-2`);
      const parts = given.map(({ cents: shares, rates: own }) =>
        line(cents(shares.reduce((a, b) => a + b)).toString(), ...own),
      );
      const made = notes(
        parts,
        [0, 1, 2].map((note) => given.map(({ cents: shares }) => cents(shares[note]!))),
      );
      const whole = taxLines(parts, "EUR");
      expect(Decimal.sum(made.map(({ total }) => total)).equals(whole.total)).toBe(true);
      whole.taxes.forEach((tax, place) => {
        expect(Decimal.sum(made.map((note) => note.taxes[place]!.amount)).equals(tax.amount)).toBe(true);
        expect(Decimal.sum(made.map((note) => note.taxes[place]!.base)).equals(tax.base)).toBe(true);
      });
    }),
  );
});
