import { Decimal } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { daysAhead } from "../../../src/flows/hold/burn-down.ts";

test("the forecast falls by the average of a day and ends when nothing is left (R-CREDIT-1)", () => {
  const ahead = (available: string, usedPerDay: string, restOfToday = "1") =>
    daysAhead({
      available: Decimal.of(available),
      usedPerDay: Decimal.of(usedPerDay),
      restOfToday: Decimal.of(restOfToday),
    }).map((left) => left.toCanonical());
  expect(ahead("25", "10")).toEqual(["15", "5", "0"]);
  expect(ahead("20", "10")).toEqual(["10", "0"]);
  expect(ahead("20", "10", "0.25")).toEqual(["17.5", "7.5", "0"]);
  expect(ahead("25", "0")).toEqual([]);
  expect(ahead("-1", "10")).toEqual([]);
  expect(ahead("1000", "10")).toHaveLength(14);
});
