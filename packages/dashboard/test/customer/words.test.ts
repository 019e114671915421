import { expect, test } from "vitest";
import { chooseLanguage, fill, languages, wordsOf } from "../../src/customer/words/words-of.ts";

// R-UI-2: the customer's pages speak ten languages.

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test("there are ten, and each says everything that English says, with the same places to fill", async () => {
  expect(languages).toHaveLength(10);
  const english = await wordsOf("en");
  for (const language of languages) {
    const words = await wordsOf(language);
    expect(Object.keys(words), language).toEqual(Object.keys(english));
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
  [["sv-SE", "pt-BR"], "en-US", "pt"],
  // Then the seller's, then English.
  [["sv-SE"], "ja-JP", "ja"],
  [[], "sv-SE", "en"],
  [["zh-Hant-TW"], "en", "zh"],
])("a reader of %j and a seller of %s are answered in %s", (wanted, seller, language) => {
  expect(chooseLanguage(wanted, seller)).toBe(language);
});

test("a place without a value stays to be seen", () => {
  expect(fill("{used} of {included}", { used: "3" })).toBe("3 of {included}");
});
