import { expect, test } from "vitest";
import { countryCodes, isCountry } from "../../src/tax/country.ts";

test("knows the 249 countries of ISO 3166-1, and none of the codes that are only reserved", () => {
  expect(countryCodes()).toHaveLength(249);
  expect(["US", "DE", "GB", "GR", "SS", "AX"].every(isCountry)).toBe(true);
  expect(["UN", "ZZ", "UK", "EL", "EU", "XK", "XI", "SU", "us", "USA", "", "toString"].some(isCountry)).toBe(false);
});
