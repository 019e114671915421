import { expect, test } from "vitest";
import { chooseLanguage, fill, wordsOf } from "../../src/customer/words/words-of.ts";
import { LANGUAGES } from "../../src/format/offered-languages.ts";

// R-UI-2: the customer's pages are in every language that customers are written to in.

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test("each language says everything that English says, with the same places to fill", async () => {
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
  // The reader's wish comes first, in their order.
  [["fr-CH", "de"], "en-US", "fr"],
  // One that we do not speak is passed over.
  [["fi-FI", "pt-BR"], "en-US", "pt"],
  // Then the seller's, then English.
  [["fi-FI"], "ja-JP", "ja"],
  [[], "fi-FI", "en"],
  // Traditional Chinese is a language of its own here, also where only the region says so.
  [["zh-Hant-TW"], "en", "zh-Hant"],
  [["zh-HK"], "en", "zh-Hant"],
  // Filipino begins with the letters of Finnish, and is neither.
  [["fil-PH"], "de-DE", "de"],
  [["C"], "de-DE", "de"],
])("a reader of %j and a seller of %s are answered in %s", (wanted, seller, language) => {
  expect(chooseLanguage(wanted, seller).language).toBe(language);
});

test("numbers and dates are of the locale that chose the language", () => {
  expect(chooseLanguage(["fi-FI", "de-AT"], "en-US")).toEqual({ language: "de", locale: "de-AT" });
  expect(chooseLanguage(["fi-FI"], "sv_SE")).toEqual({ language: "sv", locale: "sv-SE" });
  expect(chooseLanguage(["fi-FI"], "fi-FI")).toEqual({ language: "en", locale: "en" });
});

test("a place without a value stays to be seen", () => {
  expect(fill("{used} of {included}", { used: "3" })).toBe("3 of {included}");
});
