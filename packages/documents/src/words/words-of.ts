import type { Language } from "../locale/languages.ts";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { he } from "./he.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import { sv } from "./sv.ts";
import type { Words } from "./words.ts";
import { zh } from "./zh.ts";
import { zhHant } from "./zh-hant.ts";

/** If an offered language lacks a word, this does not compile. */
export const wordsByLanguage: Readonly<Record<Language, Words>> = {
  ar,
  de,
  en,
  es,
  fr,
  he,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  sv,
  zh,
  "zh-Hant": zhHant,
};

export function wordsOf(language: Language): Words {
  return wordsByLanguage[language];
}

/** Fills the placeholders of a text, such as `fill("Due {date}", { date: "Jan 31" })`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
