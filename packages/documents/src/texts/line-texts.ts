import { formatsOf } from "../format/formats.ts";
import { localeTraits } from "../format/locale-traits.ts";
import type { Words } from "../words/words.ts";
import { fill, wordsOf } from "../words/words-of.ts";

/** What the platform itself writes on invoices and credit notes, in the words of a locale: all that is nobody's own text. */
export interface LineTexts {
  /** "Payable within 30 days"; of 0 days on receipt. */
  readonly payableWithin: (days: number) => string;
  /** "5 of 31 days". */
  readonly proration: (days: number, all: number) => string;
  /** "2.9%". */
  readonly percent: (decimal: string) => string;
  /** What the engine called a line, from "Discount 10 %" to "Late usage of …". Other descriptions are somebody's own. */
  readonly description: (written: string) => string;
  /** What the engine called a step of a rating: a tier, packages, events. Other labels are somebody's own. */
  readonly step: (written: string) => string;
  /** The name of a tax that is not charged, and the legal reason. Others are somebody's own. */
  readonly tax: (written: string) => string;
  /** A remark about a line, by its code; null where there are no words for it. */
  readonly note: (code: string) => string | null;
}

/** @param currency ISO 4217; only the numbers' format depends on it. */
export function lineTexts(locale: string, currency: string): LineTexts {
  const { language, formatLocale } = localeTraits(locale);
  const words = wordsOf(language);
  const { number, period } = formatsOf(formatLocale, currency);
  const whole = (count: number): string => number.decimal(String(count));
  const dates = (start: string, lastDay: string): string => period.period({ start, end: dayAfter(lastDay) });

  function description(written: string): string {
    const grouped = written.endsWith(" (other)")
      ? `${written.slice(0, -" (other)".length)} (${words.otherUsage})`
      : written;
    const known = DESCRIPTIONS.get(grouped);
    if (known !== undefined) return words[known];
    const [, percentage] = /^Discount (\d+(?:\.\d+)?) %$/.exec(grouped) ?? [];
    if (percentage !== undefined) return fill(words.discountOf, { discount: number.percent(percentage) });
    const [, start, end, late] = /^Late usage of (\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d): (.*)$/s.exec(grouped) ?? [];
    if (start !== undefined && end !== undefined && late !== undefined) {
      return fill(words.lateUsage, { period: dates(start, end), item: late });
    }
    const [, unused] = /^Unused (.*)$/s.exec(grouped) ?? [];
    return unused === undefined ? grouped : fill(words.unused, { item: unused });
  }

  function step(written: string): string {
    const known = STEPS.get(written);
    if (known !== undefined) return words[known];
    const [, position, above, upTo] = TIER.exec(written) ?? [];
    if (position === undefined) return written;
    const tier = fill(words.tierNumber, { number: number.decimal(position) });
    const bounds = [
      ...(above === undefined ? [] : [`> ${number.decimal(above)}`]),
      ...(upTo === undefined ? [] : [above === undefined ? `≤ ${number.decimal(upTo)}` : number.decimal(upTo)]),
    ];
    return bounds.length === 0 ? tier : `${tier} · ${bounds.join(" – ")}`;
  }

  return {
    payableWithin: (days) => (days === 0 ? words.payableOnReceipt : fill(words.payableWithin, { days: whole(days) })),
    proration: (days, all) => fill(words.daysOf, { days: whole(days), all: whole(all) }),
    percent: (decimal) => number.percent(decimal),
    description,
    step,
    tax: (written) => wordAt(TAXES, written, words) ?? written,
    note: (code) => wordAt(NOTES, code, words),
  };
}

type WordMap = ReadonlyMap<string, keyof Words>;

function wordAt(map: WordMap, written: string, words: Words): string | null {
  const known = map.get(written);
  return known === undefined ? null : words[known];
}

const DESCRIPTIONS: WordMap = new Map<string, keyof Words>([
  ["Discount", "discount"],
  ["True-up to minimum spend", "toMinimum"],
  ["Reduction to maximum spend", "toMaximum"],
]);

const STEPS: WordMap = new Map<string, keyof Words>([
  ["quantity", "quantity"],
  ["packages", "packages"],
  ["units", "units"],
  ["events", "events"],
  ["any event", "anyEvent"],
  ["volume", "volume"],
  ["billed earlier in this period", "billedEarlier"],
]);

/** `tier 1 (up to 100)`, `tier 2 (above 100 up to 500)`, `tier 3 (above 500)`, `tier 1 (any quantity)`. */
const TIER = /^tier (\d+) \((?:any quantity|(?:above (\d+(?:\.\d+)?))? ?(?:up to (\d+(?:\.\d+)?))?)\)$/;

const TAXES: WordMap = new Map<string, keyof Words>([
  ["Reverse charge", "nameReverseCharge"],
  ["Intra-community supply", "nameIntraCommunity"],
  ["Export", "nameExport"],
  ["Not taxed", "nameNotTaxed"],
  ["Exempt", "nameExempt"],
  ["Zero-rated", "nameZeroRated"],
  ["No sales tax", "nameNoSalesTax"],
  ["Reverse charge: the recipient owes the tax.", "reverseCharge"],
  ["Intra-community supply of goods.", "intraCommunity"],
  ["Export outside the European Union.", "exported"],
  ["Outside the scope of tax.", "outsideScope"],
  ["Supplied abroad: outside the scope of tax.", "suppliedAbroad"],
  ["Exempt from tax.", "exempt"],
  ["The state has no sales tax.", "noSalesTax"],
]);

const NOTES: WordMap = new Map<string, keyof Words>([
  ["fixed_fee_not_prorated", "fixedFeeInFull"],
  ["negative_quantity", "ratedAsZero"],
  ["negative_result", "ratedAsZero"],
]);

function dayAfter(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day + 1)).toISOString().slice(0, "2024-01-31".length);
}
