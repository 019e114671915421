import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal, share } from "../../src/index.ts";

const CENT = Decimal.of("0.01");

test("the parts of a period sum to the whole, within a cent for each (R-SUB-5)", () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
  const cuts = fc.tuple(fc.integer({ min: 1, max: 366 }), fc.array(fc.nat(366), { maxLength: 20 }));
  fc.assert(
    fc.property(cents, cuts, (units, [of, days]) => {
      const amount = Decimal.of(`${units}e-2`);
      const bounds = [0, ...days.filter((day) => day < of).toSorted((a, b) => a - b), of];
      const parts = bounds.slice(1).map((end, index) => share(amount, { days: end - bounds[index]!, of }, "USD"));
      const difference = Decimal.sum(parts).minus(amount).abs();
      expect(difference.compare(CENT.times(Decimal.ofInteger(parts.length)))).toBeLessThanOrEqual(0);
      expect(share(amount, null, "USD").equals(amount)).toBe(true);
    }),
  );
});

test("a part is multiplied before it is divided, and rounded once (R-SUB-5)", () => {
  expect(share(Decimal.of("1000.00"), { days: 17, of: 31 }, "USD").toFixed(2)).toBe("548.39"); // 17000 ÷ 31 = 548.387…
  expect(share(Decimal.of("99.00"), { days: 15, of: 30 }, "USD").toFixed(2)).toBe("49.50");
  expect(share(Decimal.of("0.15"), { days: 1, of: 30 }, "USD").toFixed(2)).toBe("0.01"); // 0.005, half away from zero
  expect(share(Decimal.of("-0.15"), { days: 1, of: 30 }, "USD").toFixed(2)).toBe("-0.01");
  expect(share(Decimal.of("1000"), { days: 17, of: 31 }, "JPY").toFixed(0)).toBe("548");
});
