import { isRightToLeft, type Language, languageOf, writtenLocale } from "../locale/languages.ts";

/** What a locale decides about a page besides its words and numbers. */
export interface LocaleTraits {
  readonly language: Language;
  /** The locale itself, or English of its region where its language is not offered. */
  readonly formatLocale: string;
  readonly region: string;
  readonly direction: "ltr" | "rtl";
  readonly paper: "a4" | "us-letter";
}

/** @param locale a valid BCP 47 tag. */
export function localeTraits(locale: string): LocaleTraits {
  const region = new Intl.Locale(locale).maximize().region ?? "001";
  const language = languageOf(locale);
  return {
    language,
    formatLocale: writtenLocale(locale),
    region,
    direction: isRightToLeft(language) ? "rtl" : "ltr",
    paper: letterRegions.has(region) ? "us-letter" : "a4",
  };
}

/** Where Letter is the paper in the printer (CLDR's measurement data); A4 everywhere else. */
const letterRegions = new Set("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "));
