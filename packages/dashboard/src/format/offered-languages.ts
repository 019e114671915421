/**
 * The languages of customer mails. The list matches that of documents and mail (`LANGUAGES` of `packages/documents`),
 * which pages cannot import; `test/house-rules/languages.test.ts` compares the two.
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
 * The locales to choose from: each offered language with the regions whose numbers and dates differ. The API accepts
 * any other tag.
 */
export const LOCALES: readonly string[] = [
  "en-US",
  "en-GB",
  "ar-AE",
  "ar-EG",
  "ar-SA",
  "de-DE",
  "de-AT",
  "de-CH",
  "es-ES",
  "es-MX",
  "fr-FR",
  "fr-CA",
  "fr-CH",
  "he-IL",
  "it-IT",
  "ja-JP",
  "ko-KR",
  "nl-NL",
  "pl-PL",
  "pt-BR",
  "pt-PT",
  "sv-SE",
  "zh-CN",
  "zh-HK",
  "zh-TW",
];
