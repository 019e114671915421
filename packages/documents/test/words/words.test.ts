import { expect, test } from "vitest";
import { chooseFonts } from "../../src/fonts/choose-fonts.ts";
import { type Language, languageOf, LANGUAGES, writtenLocale } from "../../src/locale/languages.ts";
import { en } from "../../src/words/en.ts";
import { type Plural, pluralForms } from "../../src/words/plural.ts";
import { fill, wordsByLanguage } from "../../src/words/words-of.ts";

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const textsOf = (text: string | Plural): string[] => (typeof text === "string" ? [text] : Object.values(text));

test.each(LANGUAGES)(
  "%s has the same placeholders as English in all its plural forms, and our fonts draw it",
  (language) => {
    const words = wordsByLanguage[language];
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
    for (const [name, text] of Object.entries(words) as [keyof typeof en, string | Plural][]) {
      for (const one of textsOf(text)) expect(one.trim(), name).not.toBe("");
      const english = en[name];
      if (typeof english === "string") {
        expect(textsOf(text).map(places), name).toEqual([places(english)]);
        continue;
      }
      if (typeof text === "string") throw new Error(`${name} has no plural forms`);
      expect(Object.keys(text).sort(), name).toEqual(pluralForms(language).sort());
      expect(places(text.other), name).toEqual(places(english.other));
      // A form for one or two may write the number as a word. No form uses a placeholder without a value.
      for (const one of textsOf(text)) expect(places(english.other), name).toEqual(expect.arrayContaining(places(one)));
    }
    expect(chooseFonts(Object.values(words).flatMap(textsOf), language).undrawable).toEqual(new Set());
  },
);

test.each<[string, Language, string]>([
  ["de-AT", "de", "de-AT"],
  ["zh-TW", "zh-Hant", "zh-TW"],
  ["zh-CN", "zh", "zh-CN"],
  ["pt-BR", "pt", "pt-BR"],
  ["iw", "he", "iw"],
  // A language that is not offered uses English, with the number and date formats of English in that region.
  ["fi-FI", "en", "en-FI"],
  ["th", "en", "en-TH"],
  ["ur-PK", "en", "en-PK"],
])("writes %s in %s, with the formats of %s", (locale, language, written) => {
  expect([languageOf(locale), writtenLocale(locale)]).toEqual([language, written]);
});

test("does not fill placeholders within values", () => {
  expect(fill("Page {page} of {pages}", { page: "{pages}", pages: "3" })).toBe("Page {pages} of 3");
});
