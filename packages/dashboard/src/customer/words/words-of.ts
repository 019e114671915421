import { type Language, LANGUAGES } from "../../format/offered-languages.ts";
import { en } from "./en.ts";
import type { Words } from "./words.ts";

/** Each language is a file of its own: a page loads the one that it shows. One that is offered and missing here does not compile. */
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
 * The language of a page, with the locale whose numbers and dates it has: the first that the reader asks for and that is offered, then the
 * seller's, then English.
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

/** `de-AT` → `de`, `zh-TW` → `zh-Hant`. Some browsers list names that are no language tags. */
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

/** Puts values into a text: `fill("Due on {date}", { date })`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
