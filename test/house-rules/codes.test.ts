import { countryCodes, currencyCodes } from "@counterfoil/engine";
import { expect, test } from "vitest";
import { COUNTRIES, CURRENCIES } from "../../packages/dashboard/src/format/codes.ts";

// R-UI-1: pages offer exactly the codes that the API accepts.

test("pages offer the countries and currencies that the API accepts", () => {
  expect(COUNTRIES).toEqual(countryCodes());
  expect(CURRENCIES).toEqual(currencyCodes());
  expect(Math.min(COUNTRIES.length, CURRENCIES.length)).toBeGreaterThan(150);
});
