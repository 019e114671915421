/**
 * The languages in which Counterfoil addresses customers: the single list for PDFs, mail, customer pages and the
 * portal. A language is offered only if every surface has all its texts. An incomplete one does not compile, and
 * `test/house-rules/languages.test.ts` compares the lists.
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
 * The language for a locale: `de` for `de-AT`, `zh-Hant` for `zh-TW`, and English if the language is not offered.
 *
 * @param locale a valid BCP 47 tag
 */
export function languageOf(locale: string): Language {
  return offeredLanguage(locale) ?? "en";
}

/**
 * The locale for words, numbers and dates: the locale itself, or English of its region if its language is not offered
 * (`en-FI` for `fi-FI`), so that no document mixes two languages.
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
