import { formatsOf, type Formats } from "../format/formats.ts";
import { localeTraits, type LocaleTraits } from "../format/locale-traits.ts";
import { breakLongWords } from "../text/break-long-words.ts";
import { cleanText } from "../text/clean-text.ts";
import { isolate } from "../text/isolate.ts";
import type { Words } from "../words/words.ts";
import { wordsOf } from "../words/words-of.ts";

/** The words and formats of one locale, for all parts of a sheet. */
export interface Writing {
  readonly traits: LocaleTraits;
  readonly words: Words;
  readonly formats: Formats;
  /** Makes a text from outside printable in this context. */
  readonly text: (text: string) => string;
  /** For example "2,500.00", without a currency, for columns whose heading names it. */
  readonly decimal: (decimal: string) => string;
  readonly amount: (decimal: string) => string;
}

export function writingOf(locale: string, currency: string): Writing {
  const traits = localeTraits(locale);
  const formats = cachedFormats(traits.formatLocale, currency);
  const inPlace = (text: string): string => isolate(text, traits.direction);
  return {
    traits,
    words: wordsOf(traits.language),
    formats,
    text: (text) => inPlace(breakLongWords(cleanText(text).trim())),
    decimal: (decimal) => inPlace(formats.number.decimal(decimal)),
    amount: (decimal) => inPlace(formats.money.amount(decimal)),
  };
}

function cachedFormats(locale: string, currency: string): Formats {
  const key = `${locale} ${currency}`;
  const formats = formatsByKey.get(key) ?? formatsOf(locale, currency);
  formatsByKey.set(key, formats);
  return formats;
}

/** `Intl` lookups take longer than formatting a page of numbers. The cache lives as long as the drawing process. */
const formatsByKey = new Map<string, Formats>();
