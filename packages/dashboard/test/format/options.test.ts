import { expect, test } from "vitest";
import {
  countryOptions,
  currencyOptions,
  exactOption,
  findOptions,
  stateOptions,
  timeZoneOptions,
} from "../../src/format/options.ts";

// R-UI-1: countries, currencies, time zones and states are found by typing a few letters.

const names = (text: string, options = countryOptions("en")) => findOptions(options, text).map(({ name }) => name);

test("a country is found by its name, its code, without accents, and in English on pages in another language", () => {
  expect(names("united st")).toEqual(["United States"]);
  expect(names("us")[0]).toBe("United States");
  expect(names("aland")[0]).toBe("Åland Islands");
  expect(names("Zealand")).toEqual(["New Zealand"]);
  expect(names("germany", countryOptions("de"))).toEqual(["Deutschland"]);
  expect(names("atlantis")).toEqual([]);
});

test("no two countries and no two currencies are offered under one name", () => {
  for (const options of [countryOptions("en"), currencyOptions("en")]) {
    expect(new Set(options.map(({ name }) => name)).size).toBe(options.length);
  }
});

test("a currency is found by its code and by its name", () => {
  expect(names("yen", currencyOptions("en"))).toEqual(["JPY"]);
  expect(names("eur", currencyOptions("en"))[0]).toBe("EUR");
});

test("a time zone is found by its city, and shows its current offset", () => {
  const zones = timeZoneOptions(["Europe/Berlin"]);
  expect(zones[0]?.value).toBe("Europe/Berlin");
  expect(zones.filter(({ value }) => value === "Europe/Berlin")).toHaveLength(1);
  expect(findOptions(zones, "kolk").concat(findOptions(zones, "calcutta"))[0]?.note).toBe("UTC+05:30");
  expect(findOptions(zones, "new york")[0]?.value).toBe("America/New_York");
});

test("countries whose addresses need a state offer them as addresses write them", () => {
  const texas = stateOptions("US")?.find(({ name }) => name === "Texas");
  expect(texas).toEqual({ value: "TX", name: "Texas", note: "TX" });
  expect(stateOptions("MX")?.find(({ note }) => note === "JAL")?.value).toBe("Jalisco");
  expect(["US", "CA", "AU", "BR", "IN", "MX"].map((country) => stateOptions(country)?.length)).toEqual([
    59, 13, 8, 27, 36, 32,
  ]);
  expect(stateOptions("DE")).toBeUndefined();
});

test("what a person typed in full is chosen without the list", () => {
  expect(exactOption(currencyOptions("en"), " usd ")?.value).toBe("USD");
  expect(exactOption(countryOptions("en"), "germany")?.value).toBe("DE");
  expect(exactOption(countryOptions("en"), "germ")).toBeUndefined();
  expect(exactOption(countryOptions("en"), "")).toBeUndefined();
});
