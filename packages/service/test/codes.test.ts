import { expect, test } from "vitest";
import { countryFaults, currencyFaults, timeZoneFaults } from "../src/codes.ts";

test("a known code has no fault, and neither has a missing one", () => {
  for (const code of ["DE", null, undefined]) expect(countryFaults("/country", code)).toEqual([]);
  for (const code of ["EUR", null, undefined]) expect(currencyFaults("/currency", code)).toEqual([]);
  for (const name of ["Europe/Berlin", null, undefined]) expect(timeZoneFaults("/timezone", name)).toEqual([]);
});

test("the fault of an unknown code names the value, and what is accepted", () => {
  expect(countryFaults("/taxCountry", "UN")).toEqual([
    {
      pointer: "/taxCountry",
      code: "unknown_country",
      detail: '"UN" is not a country. Use a code of ISO 3166-1, such as US or DE.',
    },
  ]);
  expect(currencyFaults("/currency", "XXQ")).toMatchObject([
    { code: "unknown_currency", detail: expect.stringMatching(/"XXQ".*USD/) },
  ]);
  expect(timeZoneFaults("/timezone", "Mars/Olympus")).toMatchObject([
    { code: "unknown_timezone", detail: expect.stringMatching(/"Mars.Olympus".*Europe.Berlin/) },
  ]);
});
