import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { compareAmounts, compareShares } from "../../src/insights/compared.ts";

test("an amount changes in percent of the amount before, and not at all if that was zero", () => {
  expect(compareAmounts(Decimal.of("150"), Decimal.of("120"), "USD")).toEqual({
    value: "150.00",
    before: "120.00",
    change: "25.00",
  });
  expect(compareAmounts(Decimal.of("90"), Decimal.of("120"), "JPY")).toMatchObject({ value: "90", change: "-25.00" });
  expect(compareAmounts(Decimal.of("5"), Decimal.zero, "USD").change).toBeNull();
});

test("a percentage changes in percentage points", () => {
  expect(compareShares(Decimal.of("97.5"), Decimal.of("99"))).toEqual({
    value: "97.50",
    before: "99.00",
    change: "-1.50",
  });
  expect(compareShares(null, Decimal.of("99"))).toEqual({ value: null, before: "99.00", change: null });
});
