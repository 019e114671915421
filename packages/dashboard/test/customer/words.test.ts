import { expect, test } from "vitest";
import { chooseLanguage, fill, wordsOf } from "../../src/customer/words/words-of.ts";
import { LANGUAGES } from "../../src/format/offered-languages.ts";

// R-UI-2: the customer pages exist in every language of customer mails.

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test("each language has all English texts, with the same placeholders", async () => {
  const english = await wordsOf("en");
  for (const language of LANGUAGES) {
    const words = await wordsOf(language);
    expect(Object.keys(words).toSorted(), language).toEqual(Object.keys(english).toSorted());
    for (const [name, text] of Object.entries(words)) {
      expect(text.trim(), `${language}.${name}`).not.toBe("");
      expect(places(text), `${language}.${name}`).toEqual(places(english[name as keyof typeof english]));
    }
  }
});

test.each([
  // The reader's languages come first, in their order.
  [["fr-CH", "de"], "en-US", "fr"],
  // A language that is not offered is skipped.
  [["fi-FI", "pt-BR"], "en-US", "pt"],
  // Then the seller's, then English.
  [["fi-FI"], "ja-JP", "ja"],
  [[], "fi-FI", "en"],
  // Traditional Chinese is a separate language, even if only the region says so.
  [["zh-Hant-TW"], "en", "zh-Hant"],
  [["zh-HK"], "en", "zh-Hant"],
  // Filipino begins with the letters of Finnish, but neither is offered.
  [["fil-PH"], "de-DE", "de"],
  [["C"], "de-DE", "de"],
])("for a reader of %j and a seller of %s the page is in %s", (wanted, seller, language) => {
  expect(chooseLanguage(wanted, seller).language).toBe(language);
});

test("numbers and dates use the locale that determined the language", () => {
  expect(chooseLanguage(["fi-FI", "de-AT"], "en-US")).toEqual({ language: "de", locale: "de-AT" });
  expect(chooseLanguage(["fi-FI"], "sv_SE")).toEqual({ language: "sv", locale: "sv-SE" });
  expect(chooseLanguage(["fi-FI"], "fi-FI")).toEqual({ language: "en", locale: "en" });
});

test("a placeholder without a value stays visible", () => {
  expect(fill("{used} of {included}", { used: "3" })).toBe("3 of {included}");
});
