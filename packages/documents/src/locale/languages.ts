/**
 * The languages that Counterfoil writes to customers in: the one list for PDFs, mail, customer pages and the portal. A language
 * is offered when every surface has all of its texts; an incomplete one does not compile, and `test/house-rules/languages.test.ts` compares the lists.
 */
export const LANGUAGES = [
  "ar",
  "de",
  "en",
  "es",
  "fr",
  "he",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "sv",
  "zh",
  "zh-Hant",
] as const;

export type Language = (typeof LANGUAGES)[number];

/**
 * The language that a locale is written in: `de-AT` → `de`, `zh-TW` → `zh-Hant`, and English where the language is not offered.
 *
 * @param locale a valid BCP 47 tag
 */
export function languageOf(locale: string): Language {
  return offeredLanguage(locale) ?? "en";
}

/**
 * The locale whose words, numbers and dates are written: the locale itself, or English of its region where its language is not
 * offered, so that no document mixes two languages. `fi-FI` → `en-FI`.
 */
export function writtenLocale(locale: string): string {
  if (offeredLanguage(locale) !== undefined) return locale;
  const { region } = new Intl.Locale(locale).maximize();
  return region === undefined ? "en" : `en-${region}`;
}

export function isRightToLeft(language: Language): boolean {
  return language === "ar" || language === "he";
}

function offeredLanguage(locale: string): Language | undefined {
  const { language, script } = new Intl.Locale(locale).maximize();
  const named = language === "zh" && script === "Hant" ? "zh-Hant" : language;
  return LANGUAGES.find((one) => one === named);
}
