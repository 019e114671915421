import { type Language, languageOf } from "@counterfoil/documents";
import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { he } from "./he.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { ko } from "./ko.ts";
import type { MailWords } from "./mail-words.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import { sv } from "./sv.ts";
import { zh } from "./zh.ts";
import { zhHant } from "./zh-hant.ts";

/** The type requires all texts for every offered language. */
export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = {
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

/** The fixed texts for a locale, or the English ones if its language is not offered. */
export function mailWords(locale: string): { language: Language; words: MailWords } {
  const language = languageOf(locale);
  return { language, words: MAIL_WORDS[language] };
}
