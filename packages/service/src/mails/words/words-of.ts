import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import type { MailWords } from "./mail-words.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import { sv } from "./sv.ts";

/** The languages that the built-in templates speak. */
export const MAIL_LANGUAGES: Readonly<Record<string, MailWords>> = { en, de, fr, es, it, nl, pl, pt, sv, ja };

/** `de-AT` → `de`. */
export function languageOf(locale: string): string {
  return locale.split("-")[0]?.toLowerCase() ?? "";
}

/** The fixed texts for a locale; in English where its language is not among those spoken. */
export function mailWords(locale: string): { language: string; words: MailWords } {
  const language = languageOf(locale);
  const words = Object.hasOwn(MAIL_LANGUAGES, language) ? MAIL_LANGUAGES[language] : undefined;
  return words === undefined ? { language: "en", words: en } : { language, words };
}
