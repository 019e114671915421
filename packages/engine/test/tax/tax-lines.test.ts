import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "../../src/decimal/decimal.ts";
import { apportion, roundTo } from "../../src/tax/apportion.ts";
import { applied, type TaxRate } from "../../src/tax/tax-rate.ts";
import { type LinePart, type TaxedLines, taxLines } from "../../src/tax/tax-lines.ts";
import { rate } from "./support.ts";

/** Lines of one part each: `["68.33", rate, …]`. */
function lines(...given: readonly (readonly [amount: string, ...rates: TaxRate[]])[]): LinePart[][] {
  return given.map(([amount, ...rates]) => [{ amount: Decimal.of(amount), taxes: rates.map(applied) }]);
}

function totals({ subtotal, tax, total }: TaxedLines, scale = 2): string {
  return `${subtotal.toFixed(scale)} + ${tax.toFixed(scale)} = ${total.toFixed(scale)}`;
}

const vat = rate("vat", "20");
const inclusive = rate("inclusive", "20", { inclusive: true });

test("2 × 68.33 with 20%: the tax is computed on the sum and is not the sum of the lines' taxes (S22, R-INV-6)", () => {
  const taxed = taxLines(lines(["68.33", vat], ["68.33", vat]), "EUR");
  expect(totals(taxed)).toBe("136.66 + 27.33 = 163.99"); // 136.66 × 20% = 27.332; twice 13.67 would be 27.34
  expect(taxed.taxes.map(({ base, amount }) => `${base} ${amount}`)).toEqual(["136.66 27.33"]);
  // The shares of the lines sum to it: 13.666 each.
  expect(taxed.lines.map(([part]) => part!.taxes[0]!.amount.toFixed(2))).toEqual(["13.67", "13.66"]);
});

test("a charge and a credit that nearly cancel each have their own tax, not a share of the small remainder", () => {
  const taxed = taxLines(lines(["97.84", rate("vat", "16")], ["-95.32", rate("vat", "16")]), "EUR");
  expect(totals(taxed)).toBe("2.52 + 0.40 = 2.92"); // 2.52 × 16% = 0.4032
  // 97.84 × 16% = 15.6544 and 95.32 × 16% = 15.2512; shares of 0.40 by amount would be 15.53 and -15.13.
  expect(taxed.lines.map(([part]) => part!.taxes[0]!.amount.toFixed(2))).toEqual(["15.65", "-15.25"]);

  const gross = taxLines(lines(["117.41", inclusive], ["-114.38", inclusive]), "EUR");
  expect(totals(gross)).toBe("2.52 + 0.51 = 3.03"); // 3.03 × 20/120 = 0.505
  // 117.41 ÷ 6 = 19.5683… and 114.38 ÷ 6 = 19.0633…
  expect(gross.lines.map(([part]) => part!.taxes[0]!.amount.toFixed(2))).toEqual(["19.57", "-19.06"]);
});

test("if all shares exceed the whole slightly, the smallest remainders lose a unit", () => {
  const shares = roundTo(Decimal.of("0.05"), ["0.020", "0.021", "0.02"], (text) => Decimal.of(text), 2);
  expect(shares.map(([, share]) => share.toFixed(2))).toEqual(["0.02", "0.02", "0.01"]);
});

test("a line keeps the order of its own taxes, in any position on the invoice", () => {
  const [state, city] = [rate("state", "8.875"), rate("city", "25")];
  const taxed = taxLines(lines(["10.00", state], ["4.16", city, state]), "USD");
  const named = (part: TaxedLines["lines"][number]) => part[0]!.taxes.map(({ index }) => taxed.taxes[index]!.taxRateId);
  expect(taxed.lines.map(named)).toEqual([["state"], ["city", "state"]]);
});

test("two rates on one line each apply to the price without tax (R-INV-6)", () => {
  const gst = rate("gst", "5", { name: "GST" });
  const qst = rate("qst", "9.975", { name: "QST" });
  const taxed = taxLines(lines(["100.00", gst, qst], ["9.99", gst]), "CAD");
  // GST: 109.99 × 5% = 5.4995; QST: 100.00 × 9.975% = 9.975
  expect(taxed.taxes.map(({ name, base, amount }) => `${name} ${base.toFixed(2)} ${amount.toFixed(2)}`)).toEqual([
    "GST 109.99 5.50",
    "QST 100.00 9.98",
  ]);
  expect(totals(taxed)).toBe("109.99 + 15.48 = 125.47");
});

test("inclusive prices: the tax is taken out of the sum, and the gross amount does not change (R-INV-6)", () => {
  const taxed = taxLines(lines(["49.99", inclusive], ["49.99", inclusive]), "EUR");
  expect(totals(taxed)).toBe("83.32 + 16.66 = 99.98"); // 99.98 × 20/120 = 16.663…
  expect(taxed.taxes.map(({ base, amount }) => `${base} ${amount}`)).toEqual(["83.32 16.66"]);
  expect(taxed.lines.map(([part]) => `${part!.taxes[0]!.base} ${part!.taxes[0]!.amount}`)).toEqual([
    "41.66 8.33",
    "41.66 8.33",
  ]);
});

test("an inclusive amount has two inclusive rates and one on top", () => {
  const [state, city] = [rate("state", "6", { inclusive: true }), rate("city", "2", { inclusive: true })];
  const taxed = taxLines(lines(["108.00", state, city, rate("top", "10", { name: "Top" })]), "USD");
  // 108.00 includes 6.00 and 2.00; the 100.00 without them are taxed with 10.00 on top.
  expect(taxed.taxes.map(({ base, amount }) => `${base.toFixed(2)} ${amount.toFixed(2)}`)).toEqual([
    "100.00 6.00",
    "100.00 2.00",
    "100.00 10.00",
  ]);
  expect(totals(taxed)).toBe("100.00 + 18.00 = 118.00");
});

test("exempt and zero-rated lines have a base and no tax; a line without tax data has neither", () => {
  const exempt = rate("exempt", "0", { categoryCode: "E", reason: "Insurance", inclusive: true });
  const taxed = taxLines(lines(["10.00", vat], ["5.00", exempt], ["1.00"]), "EUR");
  expect(taxed.taxes.map(({ categoryCode, base, amount }) => `${categoryCode} ${base} ${amount}`)).toEqual([
    "S 10.00 2.00",
    "E 5.00 0.00",
  ]);
  expect(totals(taxed)).toBe("16.00 + 2.00 = 18.00");
  expect(taxed.lines[2]).toEqual([{ amount: Decimal.of("1.00"), taxes: [] }]);
});

test("a charge and its credit leave a base of zero and no tax", () => {
  const taxed = taxLines(lines(["10.00", vat], ["-10.00", vat]), "EUR");
  expect(totals(taxed)).toBe("0.00 + 0.00 = 0.00");
});

test("a negative invoice has negative tax, rounded like the positive one", () => {
  expect(totals(taxLines(lines(["-68.33", vat], ["-68.33", vat]), "EUR"))).toBe("-136.66 + -27.33 = -163.99");
});

test("yen have no decimals: tax is rounded to whole yen", () => {
  expect(totals(taxLines(lines(["1005", rate("ct", "10")]), "JPY"), 0)).toBe("1005 + 101 = 1106"); // 100.5
});

test("shares by weights of either sign sum to the whole", () => {
  const shares = (amount: string, ...weights: string[]) =>
    apportion(Decimal.of(amount), weights, Decimal.of, 2).map(([, share]) => share.toFixed(2));
  expect(shares("9.00", "90", "-45")).toEqual(["18.00", "-9.00"]);
  expect(shares("-10.00", "1", "1", "1")).toEqual(["-3.33", "-3.33", "-3.34"]);
  expect(shares("10.00", "-1", "-2")).toEqual(["3.33", "6.67"]);
  expect(shares("0.00", "5", "-5")).toEqual(["0.00", "0.00"]);
});

const amounts = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => Decimal.of(`${cents}e-2`));
const rates = [
  vat,
  inclusive,
  rate("reduced", "7.7"),
  rate("small", "0.0625"),
  rate("qst", "9.975"),
  rate("zero", "0"),
  rate("held", "8.875", { inclusive: true }),
].map(applied);
const invoices = fc.array(
  fc.record({ amount: amounts, taxes: fc.uniqueArray(fc.constantFrom(...rates), { maxLength: 3 }) }),
  { minLength: 1, maxLength: 12 },
);
const CENT = Decimal.of("0.01");

test("property: shares sum to taxes, taxes to the tax, net and tax to the total; each tax is its rate of its base", () => {
  fc.assert(
    fc.property(invoices, (parts) => {
      const taxed = taxLines(
        parts.map((part) => [part]),
        "EUR",
      );
      const shares = taxed.lines.flat().flatMap((part) => part.taxes);
      taxed.taxes.forEach(({ base, amount, percentage, inclusive: holds }, index) => {
        const own = shares.filter((share) => share.index === index);
        expect(Decimal.sum(own.map((share) => share.amount)).equals(amount)).toBe(true);
        expect(Decimal.sum(own.map((share) => share.base)).equals(base)).toBe(true);
        const exact = base.times(percentage).times(CENT);
        // Tax on top is rounded from the base. For inclusive tax, both tax and base are derived from several rounded
        // sums.
        const off = exact
          .minus(amount)
          .abs()
          .compare(holds ? Decimal.of("0.12") : Decimal.of("0.005"));
        expect(off).toBeLessThanOrEqual(0);
      });
      expect(Decimal.sum(taxed.taxes.map(({ amount }) => amount)).equals(taxed.tax)).toBe(true);
      expect(taxed.subtotal.plus(taxed.tax).equals(taxed.total)).toBe(true);
    }),
  );
});

test("property: inclusive round trip: net and tax sum to the gross, and the tax on the net matches within a cent", () => {
  const one = fc.record({
    cents: fc.integer({ min: -10_000_000, max: 10_000_000 }),
    rate: fc.integer({ min: 1, max: 5_000 }),
  });
  fc.assert(
    fc.property(one, ({ cents, rate: hundredths }) => {
      const gross = `${cents}e-2`;
      const held = rate("held", `${hundredths}e-2`, { inclusive: true });
      const { subtotal, tax, total } = taxLines(lines([gross, held]), "EUR");
      expect(total.equals(Decimal.of(gross))).toBe(true);
      const onTop = taxLines(lines([subtotal.toString(), rate("top", `${hundredths}e-2`)]), "EUR");
      expect(onTop.tax.minus(tax).abs().compare(CENT)).toBeLessThanOrEqual(0);
    }),
  );
});
