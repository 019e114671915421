import fc from "fast-check";
import { expect, test } from "vitest";
import { formatsOf } from "../../src/index.ts";

test.each([
  ["en-US", "1,234,567.50", "−$5.00", "8.875%"],
  ["en-IN", "12,34,567.50", "−$5.00", "8.875%"],
  ["de-DE", "1.234.567,50", "−5,00 $", "8,875 %"],
  ["de-CH", "1’234’567.50", "$−5.00", "8.875%"],
  ["fr-FR", "1 234 567,50", "−5,00 $US", "8,875 %"],
  ["es-ES", "1.234.567,50", "−5,00 US$", "8,875 %"],
  ["nl-NL", "1.234.567,50", "US$ −5,00", "8,875%"],
  ["pt-BR", "1.234.567,50", "−US$ 5,00", "8,875%"],
  ["ja-JP", "1,234,567.50", "−$5.00", "8.875%"],
  ["sv-SE", "1 234 567,50", "−5,00 US$", "8,875 %"],
  ["tr-TR", "1.234.567,50", "−$5,00", "%8,875"],
])("%s writes %s, %s and %s", (locale, number, amount, percent) => {
  const formats = formatsOf(locale, "USD");
  const plain = (text: string): string => text.replaceAll(/[\u00A0\u202F\u2009]/g, " ").replaceAll("'", "’");
  expect(plain(formats.number.decimal("1234567.50"))).toBe(number);
  expect(plain(formats.money.amount("-5.00"))).toBe(amount);
  expect(plain(formats.number.percent("8.875"))).toBe(percent);
});

test("Arabic numbers keep the invisible marks that keep the sign in its position", () => {
  expect(formatsOf("ar-EG", "EGP").number.decimal("-1234.50")).toBe("\u061C−١٬٢٣٤٫٥٠");
});

test("groups four digits in Spanish too, so that columns of amounts are consistent", () => {
  expect(formatsOf("es", "EUR").number.decimal("1234.50")).toBe("1.234,50");
});

test("adds the code to a symbol that several currencies share, but not to one that names its country", () => {
  const code = (locale: string, currency: string): string | null => formatsOf(locale, currency).money.clarifyingCode;
  expect(code("en-US", "USD")).toBe("USD");
  expect(code("en-GB", "USD")).toBe(null); // US$
  expect(code("de-DE", "EUR")).toBe(null);
  expect(code("he-IL", "ILS")).toBe(null); // ₪
  expect(code("ja-JP", "JPY")).toBe("JPY"); // ¥, in China too
  expect(code("sv-SE", "SEK")).toBe("SEK"); // kr
  expect(code("de-CH", "CHF")).toBe(null);
});

test("replaces a symbol that no font can draw with the code", () => {
  expect(formatsOf("en-TH", "THB").money.amount("5.00")).toBe("THB\u00A05.00");
});

test("only groups digits: none is lost or changed in a number of any length", () => {
  const decimals = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.option(fc.stringMatching(/^\d{1,18}$/)));
  fc.assert(
    fc.property(decimals, fc.constantFrom("en", "de", "en-IN", "fr", "ja"), ([whole, fraction], locale) => {
      const decimal = fraction === null ? String(whole) : `${whole}.${fraction}`;
      const written = formatsOf(locale, "EUR").number.decimal(`-${decimal}`);
      expect(written.replaceAll(/\D/g, "")).toBe(decimal.replaceAll(/\D/g, ""));
      expect(written.startsWith("−")).toBe(true);
    }),
  );
});
