import { languageOf, LANGUAGES } from "@counterfoil/documents";
import { expect, test } from "vitest";
import { LANGUAGES as PAGE_LANGUAGES, LOCALES } from "../../packages/dashboard/src/format/offered-languages.ts";
import { MAIL_WORDS } from "../../packages/service/src/mails/words/words-of.ts";

// One list of languages for PDFs, mail, customer pages and the portal. Each is complete.

test("pages are available in the languages of documents and mail", () => {
  expect(PAGE_LANGUAGES).toEqual(LANGUAGES);
  expect(Object.keys(MAIL_WORDS)).toEqual(LANGUAGES);
});

test("every locale in the settings has a language, and every language has a locale", () => {
  expect([...new Set(LOCALES.map(languageOf))].toSorted()).toEqual([...LANGUAGES].toSorted());
  expect(LOCALES.filter((locale) => languageOf(locale) === "en")).toEqual(["en-US", "en-GB"]);
});
