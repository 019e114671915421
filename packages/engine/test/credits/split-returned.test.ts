import { Decimal, splitReturned } from "@counterfoil/engine";
import fc from "fast-check";
import { expect, test } from "vitest";

const usd = (text: string) => Decimal.of(text);

function split(amount: string, due: string, money: string, grants: string): string {
  const parts = splitReturned(usd(amount), { due: usd(due), money: usd(money), grants: usd(grants) });
  return Object.entries(parts)
    .map(([name, part]) => `${name} ${part.toFixed(2)}`)
    .join(", ");
}

test("the amount due is reduced first, then money is credited, then grants (R-INV-8)", () => {
  // Of 310.00, 110.00 are due, 120.00 were paid and a grant paid 80.00. 250.00 are given back.
  expect(split("250.00", "110.00", "120.00", "80.00")).toBe("applied 110.00, credited 120.00, granted 20.00");
  expect(split("100.00", "110.00", "120.00", "80.00")).toBe("applied 100.00, credited 0.00, granted 0.00");
  // A credit for an amount that is not paid yet, as the caller chose.
  expect(split("50.00", "0.00", "0.00", "0.00")).toBe("applied 0.00, credited 50.00, granted 0.00");
  expect(split("50.00", "0.00", "0.00", "30.00")).toBe("applied 0.00, credited 20.00, granted 30.00");
});

test("the parts sum to the amount, and never exceed the amount due or the grants (R-INV-8)", () => {
  const cents = fc.integer({ min: 0, max: 100_000 }).map((value) => usd(`${value}e-2`));
  fc.assert(
    fc.property(cents, cents, cents, cents, (amount, due, money, grants) => {
      const { applied, credited, granted } = splitReturned(amount, { due, money, grants });
      expect(Decimal.sum([applied, credited, granted]).equals(amount)).toBe(true);
      expect(applied.compare(due) <= 0 && granted.compare(grants) <= 0).toBe(true);
      expect([applied, credited, granted].some((part) => part.isNegative())).toBe(false);
    }),
  );
});
