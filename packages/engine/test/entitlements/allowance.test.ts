import { expect, test } from "vitest";
import { addQuantities, type Balance, Decimal, fits, overageOf, remainingOf } from "../../src/index.ts";

const of = (text: string) => Decimal.of(text);
const balance = (used: string, reserved: string): Balance => ({ used: of(used), reserved: of(reserved) });

test("quantities add up exactly, and unlimited wins", () => {
  // 0.1 + 0.2 is 0.3, which floats miss.
  expect(addQuantities(["0.1", "0.2"])).toEqual({ kind: "limited", limit: of("0.3") });
  expect(addQuantities(["5", "unlimited"])).toEqual({ kind: "unlimited" });
  expect(addQuantities([])).toEqual({ kind: "limited", limit: Decimal.zero });
});

test("computes what remains, what exceeds the limit, and what fits", () => {
  const hundred = addQuantities(["100"]);
  expect(remainingOf(hundred, balance("30", "20.5"))?.toCanonical()).toBe("49.5"); // 100 − 30 − 20.5
  expect(remainingOf(hundred, balance("90", "20"))?.toCanonical()).toBe("0"); // 100 − 110 < 0
  expect(overageOf(hundred, balance("90", "20")).toCanonical()).toBe("0"); // reserved quantities are not used yet
  expect(overageOf(hundred, balance("130", "0")).toCanonical()).toBe("30");
  expect(fits(hundred, balance("30", "20"), of("50"))).toBe(true);
  expect(fits(hundred, balance("30", "20"), of("50.000000001"))).toBe(false);
  expect(fits(hundred, balance("130", "0"), Decimal.zero)).toBe(false);
});

test("without a limit everything fits, and nothing exceeds it", () => {
  const unlimited = addQuantities(["unlimited"]);
  expect(remainingOf(unlimited, balance("1", "1"))).toBe(null);
  expect(overageOf(unlimited, balance("1e30", "0")).isZero()).toBe(true);
  expect(fits(unlimited, balance("1e30", "1e30"), of("1e30"))).toBe(true);
});
