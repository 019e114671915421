import fc from "fast-check";
import { expect, test } from "vitest";
import { formatMoney, formatPercent, formatQuantity, isDecimal } from "../../src/format/amount.ts";
import {
  hasWrongNumber,
  readNumber,
  WRONG_NUMBER,
  writeNumber,
  wrongNumberWords,
} from "../../src/format/typed-number.ts";

// R-UI-1: numbers are typed and read in the person's locale.

test.each([
  ["en-US", "1,200.00", "1200.00"],
  ["en-US", "1200", "1200"],
  ["en-US", "$1,200.50", "1200.50"],
  ["en-US", " 12,345,678 ", "12345678"],
  ["en-US", "-0.5", "-0.5"],
  ["en-US", "−3", "-3"],
  ["en-US", ".5", "0.5"],
  ["en-US", "5.", "5"],
  ["en-US", "007", "7"],
  ["en-US", "7.5%", "7.5"],
  ["de-DE", "1.200,00", "1200.00"],
  ["de-DE", "1,5", "1.5"],
  ["fr-FR", "1 200,5", "1200.5"],
  ["fr-FR", "1\u202f200,5", "1200.5"],
  ["de-CH", "1'200.50", "1200.50"],
  ["de-CH", "1’200.50", "1200.50"],
  ["en-IN", "12,34,567.8", "1234567.8"],
  ["en-IN", "100,000", "100000"],
  ["ar-EG", "١٬٢٠٠٫٥", "1200.5"],
])("in %s, %s is %s", (locale, typed, decimal) => {
  expect(readNumber(typed, locale)).toBe(decimal);
});

test.each([
  ["en-US", "1,5"],
  ["en-US", "0,500"],
  ["en-US", "1.200,00"],
  ["en-US", "12,34"],
  ["en-US", "1.2.3"],
  ["en-US", "twelve"],
  ["en-US", "12a"],
  ["en-US", "1e3"],
  ["en-US", "--1"],
  ["en-US", "."],
  ["en-US", ""],
  ["de-DE", "1.5"],
  ["de-DE", "1,200.00"],
])("in %s, %j is no number", (locale, typed) => {
  expect(readNumber(typed, locale)).toBeNull();
});

test("a number that is written in any locale is read back with the same digits", () => {
  const locales = ["en-US", "de-DE", "fr-FR", "de-CH", "en-IN", "ar-EG", "es-ES", "pl-PL", "ja-JP", "pt-BR", "sv-SE"];
  fc.assert(
    fc.property(
      fc.constantFrom(...locales),
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.stringMatching(/^\d{0,12}$/),
      (locale, whole, fraction) => {
        const decimal = `${whole}${fraction === "" ? "" : `.${fraction}`}`;
        expect(readNumber(writeNumber(decimal, locale), locale)).toBe(decimal);
      },
    ),
  );
});

test("a field says what to enter, as the locale writes numbers", () => {
  expect(wrongNumberWords("quantity", [], "en-US")).toBe("Enter a quantity such as 12 or 1.5");
  expect(wrongNumberWords("amount", [], "de-DE")).toBe("Enter an amount such as 1.200,00");
  expect(wrongNumberWords("quantity", ["unlimited"], "en-US")).toBe("Enter a quantity such as 12 or 1.5, or unlimited");
});

test("a number that is not right yet is found in a draft, and never shown as NaN", () => {
  expect(hasWrongNumber({ name: "Acme", tiers: [{ upTo: "10" }, { upTo: WRONG_NUMBER }] })).toBe(true);
  expect(hasWrongNumber({ name: "Acme", tiers: [{ upTo: "10" }], kept: null })).toBe(false);
  expect([formatMoney("12a", "USD"), formatQuantity("12a"), formatPercent(WRONG_NUMBER)]).toEqual(["…", "…", "…"]);
});

test("only what the API takes is a decimal", () => {
  expect(["12", "-1.50", "0", "1e-7"].every(isDecimal)).toBe(true);
  expect(["", "1,200", "NaN", "Infinity", "12a", ".5"].some(isDecimal)).toBe(false);
});
