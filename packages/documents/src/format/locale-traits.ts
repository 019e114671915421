import { isRightToLeft, type Language, languageOf, writtenLocale } from "../locale/languages.ts";

/** What a locale determines about a page, apart from its words and numbers. */
export interface LocaleTraits {
  readonly language: Language;
  /** The locale itself, or English of its region if its language is not offered. */
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

/** Regions that use Letter paper (CLDR's measurement data). All others use A4. */
const letterRegions = new Set("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "));
