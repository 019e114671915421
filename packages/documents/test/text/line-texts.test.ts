import { expect, test } from "vitest";
import { lineTexts } from "../../src/texts/line-texts.ts";
import type { PrintedLineText } from "../../src/texts/printed-line-text.ts";

const german = lineTexts("de-DE", "EUR");
const english = lineTexts("en-US", "USD");
const january = { start: "2026-01-01", end: "2026-02-01" };

test.each<[PrintedLineText, string, string]>([
  [{ kind: "discount", percentage: null }, "Rabatt", "Discount"],
  [{ kind: "discount", percentage: "12.5" }, "Rabatt 12,5\u00A0%", "Discount 12.5%"],
  [{ kind: "true_up" }, "Aufschlag auf den Mindestumsatz", "True-up to minimum spend"],
  [{ kind: "reduction" }, "Abzug auf den Höchstumsatz", "Reduction to maximum spend"],
  [{ kind: "unused", item: "Team plan" }, "Nicht genutzt: Team plan", "Unused Team plan"],
  [{ kind: "item", item: "API calls", group: {} }, "API calls (Sonstige)", "API calls (other)"],
  [{ kind: "item", item: "API", group: { region: "eu" } }, "API (region eu)", "API (region eu)"],
  [
    { kind: "late_usage", item: "API calls", group: null, ...january },
    "Nachträgliche Nutzung 1.–31. Jan. 2026: API calls",
    "Late usage of Jan 1 – 31, 2026: API calls",
  ],
  [
    { kind: "late_usage", item: "API", group: {}, ...january },
    "Nachträgliche Nutzung 1.–31. Jan. 2026: API (Sonstige)",
    "Late usage of Jan 1 – 31, 2026: API (other)",
  ],
])("translates %j into the language of the document (R-PDF-1)", (text, inGerman, inEnglish) => {
  expect(german.line(text)).toBe(inGerman);
  expect(english.line(text).replaceAll(/\s/g, " ")).toBe(inEnglish);
});

test.each(["Unused seats", "Discount 10 %", "Discount", "True-up to minimum spend"])(
  "keeps the name of an item named %j",
  (item) => {
    expect(german.line({ kind: "item", item, group: null })).toBe(item);
  },
);

test.each([
  ["tier 1 (up to 1000)", "Stufe 1 · ≤ 1.000"],
  ["tier 2 (above 1000 up to 5000.5)", "Stufe 2 · > 1.000 – 5.000,5"],
  ["tier 3 (above 5000.5)", "Stufe 3 · > 5.000,5"],
  ["tier 1 (any quantity)", "Stufe 1"],
  ["packages", "Pakete"],
  ["quantity", "Menge"],
  ["billed earlier in this period", "In diesem Zeitraum bereits berechnet"],
  ["region=eu", "region=eu"],
  ["region=(none)", "region=–"],
])("translates the step %s to %s in German", (label, inGerman) => {
  expect(german.step({ kind: "unit_price", label })).toBe(inGerman);
});

test("does not translate a part of a formula, even if a metric has the name of one of our words", () => {
  expect(german.step({ kind: "evaluation", label: "packages" })).toBe("packages");
  expect(german.step({ kind: "expression_result", label: "volume" })).toBe("volume");
});

test("writes payment terms, proration and remarks in the document's language, or English if it is not offered", () => {
  expect(german.payableWithin(14)).toBe("Zahlbar innerhalb von 14 Tagen");
  expect(german.payableWithin(0)).toBe("Zahlbar sofort nach Erhalt");
  expect(lineTexts("ja-JP", "JPY").payableWithin(30)).toBe("30日以内にお支払いください");
  expect(lineTexts("fi-FI", "EUR").payableWithin(30)).toBe("Payable within 30 days");
  expect(german.proration(5, 31)).toBe("5 von 31 Tagen");
  expect(german.note("fixed_fee_not_prorated")).toContain("Grundgebühr");
  expect(german.note("division_by_zero")).toContain("Division durch null");
});

test.each([
  ["en-US", [1, 2], ["Payable within 1 day", "Payable within 2 days"]],
  ["de-DE", [1, 2], ["Zahlbar innerhalb von 1 Tag", "Zahlbar innerhalb von 2 Tagen"]],
  ["pl-PL", [1, 3, 30], ["Płatne w ciągu 1 dnia", "Płatne w ciągu 3 dni", "Płatne w ciągu 30 dni"]],
  [
    "ar-EG",
    [1, 2, 7, 30, 100],
    [
      "مستحق الدفع خلال يوم واحد",
      "مستحق الدفع خلال يومين",
      "مستحق الدفع خلال ٧ أيام",
      "مستحق الدفع خلال ٣٠ يومًا",
      "مستحق الدفع خلال ١٠٠ يوم",
    ],
  ],
])("%s uses the plural forms of its language for days", (locale, days, texts) => {
  expect(days.map(lineTexts(locale, "EUR").payableWithin)).toEqual(texts);
});
