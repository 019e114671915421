/** What a locale decides about a page besides its words and numbers. */
export interface LocaleTraits {
  /** The language with its script where that matters: "en", "zh-Hant". */
  readonly language: string;
  /** The locale itself, or English of its region where neither words nor formats are kept for its script. */
  readonly formatLocale: string;
  readonly region: string;
  readonly direction: "ltr" | "rtl";
  readonly paper: "a4" | "us-letter";
}

/** @param locale a valid BCP 47 tag. */
export function localeTraits(locale: string): LocaleTraits {
  const likely = new Intl.Locale(locale).maximize();
  const script = likely.script ?? "Latn";
  const region = likely.region ?? "001";
  return {
    language: likely.language === "zh" && script === "Hant" ? "zh-Hant" : likely.language,
    formatLocale: drawableScripts.has(script) ? locale : `en-${region}`,
    region,
    direction: rightToLeftScripts.has(script) ? "rtl" : "ltr",
    paper: letterRegions.has(region) ? "us-letter" : "a4",
  };
}

const rightToLeftScripts = new Set("Arab Hebr Syrc Thaa Nkoo Adlm Rohg".split(" "));
const drawableScripts = new Set("Latn Grek Cyrl Deva Arab Hebr Hans Hant Jpan Kore".split(" "));

/** Where Letter is the paper in the printer (CLDR's measurement data); A4 everywhere else. */
const letterRegions = new Set("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "));
