import { type Language, LANGUAGES } from "../../format/offered-languages.ts";
import { en } from "./en.ts";
import type { Words } from "./words.ts";

/**
 * Each language is a separate file, so a page loads only the one that it shows. A missing file for an offered language
 * does not compile.
 */
const WORDS: Readonly<Record<Language, () => Promise<Words>>> = {
  ar: () => import("./ar.ts").then(({ ar }) => ar),
  de: () => import("./de.ts").then(({ de }) => de),
  en: async () => en,
  es: () => import("./es.ts").then(({ es }) => es),
  fr: () => import("./fr.ts").then(({ fr }) => fr),
  he: () => import("./he.ts").then(({ he }) => he),
  it: () => import("./it.ts").then(({ it }) => it),
  ja: () => import("./ja.ts").then(({ ja }) => ja),
  ko: () => import("./ko.ts").then(({ ko }) => ko),
  nl: () => import("./nl.ts").then(({ nl }) => nl),
  pl: () => import("./pl.ts").then(({ pl }) => pl),
  pt: () => import("./pt.ts").then(({ pt }) => pt),
  sv: () => import("./sv.ts").then(({ sv }) => sv),
  zh: () => import("./zh.ts").then(({ zh }) => zh),
  "zh-Hant": () => import("./zh-hant.ts").then(({ zhHant }) => zhHant),
};

/**
 * The language of a page, with the locale for its numbers and dates: the first offered language that the reader wants,
 * then the seller's, then English.
 *
 * @param wanted as browsers list them: `["pt-BR", "en"]`
 */
export function chooseLanguage(
  wanted: readonly string[],
  sellerLocale: string,
): { readonly language: Language; readonly locale: string } {
  for (const locale of [...wanted, sellerLocale]) {
    const tag = locale.replaceAll("_", "-");
    const language = offeredLanguage(tag);
    if (language !== undefined) return { language, locale: tag };
  }
  return { language: "en", locale: "en" };
}

/** `de-AT` → `de`, `zh-TW` → `zh-Hant`. Some browsers list names that are not language tags. */
function offeredLanguage(locale: string): Language | undefined {
  try {
    const { language, script } = new Intl.Locale(locale).maximize();
    const named = language === "zh" && script === "Hant" ? "zh-Hant" : language;
    return LANGUAGES.find((one) => one === named);
  } catch {
    return undefined;
  }
}

export async function wordsOf(language: Language): Promise<Words> {
  return WORDS[language]();
}

/** Fills in the placeholders of a text: `fill("Due on {date}", { date })`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
