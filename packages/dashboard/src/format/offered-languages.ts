/**
 * The languages that customers are written to in. The list is that of documents and mail (`LANGUAGES` of `packages/documents`), which
 * pages cannot import; `test/house-rules/languages.test.ts` compares the two.
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

/** Locales to choose from: each offered language with the regions whose numbers and dates differ. Any other tag can be set by the API. */
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
