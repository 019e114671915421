import { expect, test } from "vitest";
import { lineTexts } from "../../src/texts/line-texts.ts";

const german = lineTexts("de-DE", "EUR");
const english = lineTexts("en-US", "USD");

test.each([
  ["Discount", "Rabatt", "Discount"],
  ["Discount 12.5 %", "Rabatt 12,5\u00A0%", "Discount 12.5%"],
  ["True-up to minimum spend", "Aufschlag auf den Mindestumsatz", "True-up to minimum spend"],
  ["Reduction to maximum spend", "Abzug auf den Höchstumsatz", "Reduction to maximum spend"],
  ["Unused Team plan", "Nicht genutzt: Team plan", "Unused Team plan"],
  ["API calls (other)", "API calls (Sonstige)", "API calls (other)"],
  [
    "Late usage of 2026-01-01 to 2026-01-31: API calls",
    "Nachträgliche Nutzung 1.–31. Jan. 2026: API calls",
    "Late usage of Jan 1 – 31, 2026: API calls",
  ],
  [
    "Late usage of 2026-01-01 to 2026-01-31: API (other)",
    "Nachträgliche Nutzung 1.–31. Jan. 2026: API (Sonstige)",
    "Late usage of Jan 1 – 31, 2026: API (other)",
  ],
  ["Discounted seats", "Discounted seats", "Discounted seats"],
])("%s is written in the language of the document", (written, inGerman, inEnglish) => {
  expect(german.description(written)).toBe(inGerman);
  expect(english.description(written).replaceAll(/\s/g, " ")).toBe(inEnglish);
});

test.each([
  ["tier 1 (up to 1000)", "Stufe 1 · ≤ 1.000"],
  ["tier 2 (above 1000 up to 5000.5)", "Stufe 2 · > 1.000 – 5.000,5"],
  ["tier 3 (above 5000.5)", "Stufe 3 · > 5.000,5"],
  ["tier 1 (any quantity)", "Stufe 1"],
  ["packages", "Pakete"],
  ["quantity", "Menge"],
  ["billed earlier in this period", "In diesem Zeitraum bereits berechnet"],
  ["region=eu", "region=eu"],
])("the step %s is %s in German", (written, inGerman) => {
  expect(german.step(written)).toBe(inGerman);
});

test("payment terms, proration and remarks are in the language of the document, English where there are no words", () => {
  expect(german.payableWithin(14)).toBe("Zahlbar innerhalb von 14 Tagen");
  expect(german.payableWithin(0)).toBe("Zahlbar sofort nach Erhalt");
  expect(lineTexts("ja-JP", "JPY").payableWithin(30)).toBe("30日以内にお支払いください");
  expect(lineTexts("fi-FI", "EUR").payableWithin(30)).toBe("Payable within 30 days");
  expect(german.proration(5, 31)).toBe("5 von 31 Tagen");
  expect(german.note("fixed_fee_not_prorated")).toContain("Grundgebühr");
  expect(german.note("division_by_zero")).toBe(null);
});
