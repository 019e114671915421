import { expect, test } from "vitest";
import { chooseFonts } from "../../src/fonts/choose-fonts.ts";
import { en } from "../../src/words/en.ts";
import { fill, wordsByLanguage, wordsOf } from "../../src/words/words-of.ts";

const places = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

test("the required languages are there", () => {
  for (const language of ["en", "de", "fr", "es", "it", "nl", "pt", "ja", "zh", "ar"]) {
    expect([...wordsByLanguage.keys()]).toContain(language);
  }
});

test.each([...wordsByLanguage])(
  "%s fills the same places as English, and our fonts draw all of it",
  (language, words) => {
    for (const [name, text] of Object.entries(words)) {
      expect(text.trim(), name).not.toBe("");
      expect(places(text), name).toEqual(places(en[name as keyof typeof en]));
    }
    expect(chooseFonts(Object.values(words), language).undrawable).toEqual(new Set());
  },
);

test("a language without words is written in English", () => {
  expect(wordsOf("fi")).toBe(en);
});

test("values that look like places are not filled again", () => {
  expect(fill("Page {page} of {pages}", { page: "{pages}", pages: "3" })).toBe("Page {pages} of 3");
});
