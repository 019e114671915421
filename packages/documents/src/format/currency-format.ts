import { unitInOrder } from "./unit-in-order.ts";
import { aroundFigures, realMinus, type NumberFormat, type Surroundings } from "./number-format.ts";

/** How a locale writes amounts of one currency. */
export interface CurrencyFormat {
  /** "-5.00" → "−$5.00" (en-US), "−5,00 €" (de), "€ −5,00" (nl). */
  readonly amount: (decimal: string) => string;
  /** The code if the symbol alone is ambiguous: "USD" for "$". Null otherwise. */
  readonly clarifyingCode: string | null;
}

/**
 * `Intl` provides the pattern around the digits, using a constant amount. The digits themselves are text. Currencies
 * such as baht and taka are written with their code, because the document's fonts cannot draw their script.
 */
export function currencyFormat(locale: string, currency: string, number: NumberFormat): CurrencyFormat {
  const symbol = patterns(locale, currency, "symbol");
  const { positive, negative, unit } = undrawable.test(symbol.unit) ? patterns(locale, currency, "code") : symbol;
  return {
    amount: (decimal) => {
      const { before, after } = decimal.startsWith("-") ? negative : positive;
      return before + number.magnitude(decimal) + after;
    },
    clarifyingCode: isUnambiguous(unit) ? null : currency,
  };
}

/** "€" and "₹" each mean one currency, and "US$" and "CHF" name theirs. "$", "¥", "£" and "kr" each mean several. */
function isUnambiguous(unit: string): boolean {
  return /^(?![$¥£￥])\p{Sc}$/u.test(unit) || /[A-Z]{2}/.test(unit);
}

/** The full-width sign would leave a gap before the narrow digits. */
function narrowYen(text: string): string {
  return text.replaceAll("￥", "¥");
}

const undrawable =
  /[\p{Script=Thai}\p{Script=Bengali}\p{Script=Khmer}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Ethiopic}]|฿/u;

interface Patterns {
  readonly positive: Surroundings;
  readonly negative: Surroundings;
  /** The symbol or the code. */
  readonly unit: string;
}

function patterns(locale: string, currency: string, currencyDisplay: "symbol" | "code"): Patterns {
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    currencyDisplay,
    maximumFractionDigits: 0,
    minimumFractionDigits: 0,
  });
  const pattern = (sample: number): Surroundings => {
    const { before, after } = aroundFigures(format.formatToParts(sample));
    const written = (text: string): string => {
      return unitInOrder(narrowYen(realMinus(text)), locale);
    };
    return { before: written(before), after: written(after) };
  };
  const unit = format.formatToParts(1).find((part) => part.type === "currency")?.value ?? currency;
  return { positive: pattern(1), negative: pattern(-1), unit };
}
