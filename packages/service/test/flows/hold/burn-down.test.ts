import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { daysAhead } from "../../../src/flows/hold/burn-down.ts";

test("the forecast falls by the average of a day and ends when nothing is left (R-CREDIT-1)", () => {
  const ahead = (available: string, usedPerDay: string) =>
    daysAhead({ available: Decimal.of(available), usedPerDay: Decimal.of(usedPerDay) }).map((left) =>
      left.toCanonical(),
    );
  expect(ahead("25", "10")).toEqual(["15", "5", "0"]);
  expect(ahead("20", "10")).toEqual(["10", "0"]);
  expect(ahead("25", "0")).toEqual([]);
  expect(ahead("-1", "10")).toEqual([]);
  expect(ahead("1000", "10")).toHaveLength(14);
});
