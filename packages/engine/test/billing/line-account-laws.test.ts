import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal, limitedChange } from "../../src/index.ts";
import { notedAmount, settledAmount, standingAmount } from "../../src/billing/line-account.ts";

// What a charge can give back (decision 41): a change goes as far as the remaining amount allows, and no further.

const cents = (min: number, max: number) => fc.integer({ min, max }).map((value) => Decimal.of(`${value}e-2`));
const above = cents(0, 90_000);
const any = cents(-90_000, 90_000);
const isBetween = (value: Decimal, a: Decimal, b: Decimal) =>
  Decimal.min(a, b).compare(value) <= 0 && value.compare(Decimal.max(a, b)) <= 0;

test("a change is between zero and the wanted change (R-INV-8)", () => {
  fc.assert(
    fc.property(any, any, any, (wanted, standing, total) => {
      expect(isBetween(limitedChange(wanted, standing, total), Decimal.zero, wanted)).toBe(true);
    }),
  );
});

test("the remainder of a charge that is not negative never becomes negative (R-INV-8)", () => {
  fc.assert(
    fc.property(above, above, above, (total, standing, settled) => {
      // The wanted change brings the billed and settled amount to the new total.
      const wanted = total.minus(standing.plus(settled));
      const after = standing.plus(limitedChange(wanted, standing, total));
      expect(after.isNegative()).toBe(false);
    }),
  );
});

test("everything that is left can be given back, and not a cent more (R-INV-8)", () => {
  fc.assert(
    fc.property(above, above, (standing, more) => {
      const wanted = standing.plus(more).negate();
      expect(limitedChange(wanted, standing, Decimal.zero).equals(standing.negate())).toBe(true);
    }),
  );
});

test("an increase is never limited, nor is a decrease within the remaining amount (R-INV-8)", () => {
  fc.assert(
    fc.property(above, above, above, (standing, raised, total) => {
      const room = standing.plus(Decimal.one);
      expect(limitedChange(raised, room, total).equals(raised)).toBe(true);
      const lowered = Decimal.min(raised, room).negate();
      expect(limitedChange(lowered, room, total).equals(lowered)).toBe(true);
    }),
  );
});

test("negative charges behave the same with all signs reversed (R-INV-8)", () => {
  fc.assert(
    fc.property(any, any, any, (wanted, standing, total) => {
      // At zero, the charge can become positive or negative.
      fc.pre(!standing.isZero());
      const mirrored = limitedChange(wanted.negate(), standing.negate(), total.negate());
      expect(mirrored.equals(limitedChange(wanted, standing, total).negate())).toBe(true);
    }),
  );
});

test("two consecutive changes have the same result as one (R-INV-8)", () => {
  fc.assert(
    fc.property(above, above, above, (standing, first, second) => {
      const give = (left: Decimal, wanted: Decimal) => limitedChange(wanted.negate(), left, Decimal.zero);
      const one = give(standing, first);
      const two = give(standing.plus(one), second);
      expect(one.plus(two).equals(give(standing, first.plus(second)))).toBe(true);
    }),
  );
});

test.each([
  // wanted, remaining, total of the charge: actual change
  ["-160.00", "310.00", "0", "-160.00"],
  ["-160.00", "110.00", "0", "-110.00"], // a credit note of 200.00 left 110.00
  ["-160.00", "0", "0", "0"], // the credit note gave everything back
  ["-40.00", "30.00", "-10.00", "-40.00"], // a charge that is negative now ends there
  ["50.00", "-30.00", "0", "30.00"], // too much was given back
  ["50.00", "-30.00", "20.00", "50.00"], // and a new charge
  ["0", "12.00", "0", "0"],
])("wanted %s, remaining %s, total %s: changes by %s (R-INV-8)", (wanted, standing, total, expected) => {
  const changed = limitedChange(Decimal.of(wanted), Decimal.of(standing), Decimal.of(total));
  expect(changed.toCanonical()).toBe(Decimal.of(expected).toCanonical());
});

test("the remainder of a charge is what credit notes left of its lines, or of its invoices if that is less (R-INV-8)", () => {
  const notes = (given: string, settled: string) => {
    return { notes: { given: Decimal.of(given), settled: Decimal.of(settled), invoiceLeft: null } };
  };
  const lines = [notes("100.00", "0"), {}, notes("0.50", "7.25")];
  expect(notedAmount(lines).toString()).toBe("100.50");
  expect(settledAmount(lines).toString()).toBe("7.25");
  expect(standingAmount(Decimal.of("210.00"), undefined).toString()).toBe("210.00");
  expect(standingAmount(Decimal.of("210.00"), Decimal.of("180.00")).toString()).toBe("180.00");
  expect(standingAmount(Decimal.of("210.00"), Decimal.of("300.00")).toString()).toBe("210.00");
});
