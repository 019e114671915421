import { formatsOf } from "../format/formats.ts";
import { localeTraits } from "../format/locale-traits.ts";
import { pluralText } from "../words/plural.ts";
import type { Words } from "../words/words.ts";
import { fill, wordsOf } from "../words/words-of.ts";
import type { PrintedLineText } from "./printed-line-text.ts";

/** The texts that Counterfoil writes on invoices and credit notes, in the language of a locale. */
export interface LineTexts {
  /** "Payable within 30 days", or "Payable on receipt" for 0 days. */
  readonly payableWithin: (days: number) => string;
  /** For example "5 of 31 days". */
  readonly proration: (days: number, all: number) => string;
  /** For example "2.9%". */
  readonly percent: (decimal: string) => string;
  /** For example "1,234.50 USD". */
  readonly amount: (decimal: string) => string;
  /** The text of a line: "Discount 10%", "Unused Base", or the seller's name of an item. */
  readonly line: (text: PrintedLineText) => string;
  /** The label of a rating step: a tier, packages, events. Labels from the seller's data stay unchanged. */
  readonly step: (step: { readonly kind: string; readonly label: string }) => string;
  /**
   * The translated name of a tax from the built-in rules, or its legal reason. Other names are the seller's own and
   * stay unchanged.
   */
  readonly tax: (written: string) => string;
  /** A remark about a line, by its code; null if there is no text for it. */
  readonly note: (code: string) => string | null;
  /** Further fixed texts that electronic invoices need. */
  readonly words: Pick<
    Words,
    "unit" | "payableAnyTime" | "appliedToNumber" | "keptAsCredit" | "returnedToPrepaid" | "amountRefunded"
  >;
}

/** @param currency ISO 4217 */
export function lineTexts(locale: string, currency: string): LineTexts {
  const { language, formatLocale } = localeTraits(locale);
  const words = wordsOf(language);
  const { number, period } = formatsOf(formatLocale, currency);
  const whole = (count: number): string => number.decimal(String(count));

  function item({ item: name, group }: { item: string; group: Readonly<Record<string, string>> | null }): string {
    if (group === null) return name;
    const values = Object.entries(group).map(([property, value]) => `${property} ${value}`);
    return `${name} (${values.length === 0 ? words.otherUsage : values.join(", ")})`;
  }

  function line(text: PrintedLineText): string {
    switch (text.kind) {
      case "item":
        return item(text);
      case "unused":
        return fill(words.unused, { item: text.item });
      case "late_usage":
        return fill(words.lateUsage, { period: period.period(text), item: item(text) });
      case "discount":
        return text.percentage === null
          ? words.discount
          : fill(words.discountOf, { discount: number.percent(text.percentage) });
      case "true_up":
        return words.toMinimum;
      case "reduction":
        return words.toMaximum;
      default:
        return text satisfies never;
    }
  }

  function step({ kind, label }: { readonly kind: string; readonly label: string }): string {
    // Parts of a formula are the seller's own texts, even if they equal one of our words.
    if (kind === "evaluation" || kind === "expression_result") return label;
    const known = STEPS.get(label);
    if (known !== undefined) return words[known];
    const [, position, above, upTo] = TIER.exec(label) ?? [];
    if (position === undefined) return label.replaceAll("=(none)", "=–");
    const tier = fill(words.tierNumber, { number: number.decimal(position) });
    const bounds = [
      ...(above === undefined ? [] : [`> ${number.decimal(above)}`]),
      ...(upTo === undefined ? [] : [above === undefined ? `≤ ${number.decimal(upTo)}` : number.decimal(upTo)]),
    ];
    return bounds.length === 0 ? tier : `${tier} · ${bounds.join(" – ")}`;
  }

  return {
    payableWithin: (days) =>
      days === 0
        ? words.payableOnReceipt
        : fill(pluralText(words.payableWithin, String(days), language), { days: whole(days) }),
    proration: (days, all) =>
      fill(pluralText(words.daysOf, String(all), language), { days: whole(days), all: whole(all) }),
    percent: (decimal) => number.percent(decimal),
    amount: (decimal) => `${number.decimal(decimal)} ${currency}`,
    line,
    step,
    tax: (written) => wordAt(TAXES, written, words) ?? written,
    note: (code) => wordAt(NOTES, code, words),
    words,
  };
}

type TextName = { [Name in keyof Words]: Words[Name] extends string ? Name : never }[keyof Words];
type WordMap = ReadonlyMap<string, TextName>;

function wordAt(map: WordMap, written: string, words: Words): string | null {
  const known = map.get(written);
  return known === undefined ? null : words[known];
}

const STEPS: WordMap = new Map<string, TextName>([
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

const TAXES: WordMap = new Map<string, TextName>([
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
  ["Not subject to VAT", "outsideScope"],
  ["VAT", "vat"],
  ["Sales tax", "salesTax"],
  ["Consumption tax", "consumptionTax"],
]);

const NOTES: WordMap = new Map<string, TextName>([
  ["fixed_fee_not_prorated", "fixedFeeInFull"],
  ["negative_quantity", "ratedAsZero"],
  ["negative_result", "ratedAsZero"],
  ["unpriced_combination", "unpriced"],
  ["division_by_zero", "divisionByZero"],
]);
