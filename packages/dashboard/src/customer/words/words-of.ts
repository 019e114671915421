import { en } from "./en.ts";
import type { Words } from "./words.ts";

/** Each language is a file of its own: a page loads the one that it shows. */
const LANGUAGES: Readonly<Record<string, () => Promise<Words>>> = {
  en: async () => en,
  de: () => import("./de.ts").then(({ de }) => de),
  fr: () => import("./fr.ts").then(({ fr }) => fr),
  es: () => import("./es.ts").then(({ es }) => es),
  it: () => import("./it.ts").then(({ it }) => it),
  nl: () => import("./nl.ts").then(({ nl }) => nl),
  pt: () => import("./pt.ts").then(({ pt }) => pt),
  ja: () => import("./ja.ts").then(({ ja }) => ja),
  zh: () => import("./zh.ts").then(({ zh }) => zh),
  ar: () => import("./ar.ts").then(({ ar }) => ar),
};

/** The languages that the pages speak, by their ISO 639-1 codes. */
export const languages: readonly string[] = Object.keys(LANGUAGES);

/**
 * The language of a page: the first that the reader asks for and we speak, then the seller's, then English.
 * @param wanted as browsers list them: `["pt-BR", "en"]`
 */
export function chooseLanguage(wanted: readonly string[], sellerLocale: string): string {
  const codes = [...wanted, sellerLocale].map((locale) => locale.split(/[-_]/)[0]?.toLowerCase() ?? "");
  return codes.find((code) => languages.includes(code)) ?? "en";
}

export async function wordsOf(language: string): Promise<Words> {
  return (LANGUAGES[language] ?? LANGUAGES["en"])?.() ?? en;
}

/** Puts values into a text: `fill("Due on {date}", { date })`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
