/** The locale in which numbers and dates are shown: the browser's. */
export const locale = typeof navigator === "undefined" ? "en" : navigator.language;

const DECIMAL = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text is a decimal as the API writes it. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Instead of `NaN`, while a number is being typed. */
const NO_NUMBER = "…";

/** `12345.60` in EUR → `€12,345.60`, exactly: `Intl` formats decimal strings without going through a float. */
export function formatMoney(amount: string, currency: string, inLocale: string = locale): string {
  if (!isDecimal(amount)) return NO_NUMBER;
  return moneyFormat(inLocale, currency, fractionDigits(amount)).format(amount as Intl.StringNumericLiteral);
}

/** A short amount for headlines and axes, with at least three digits: `€12.3K`, `€105.1M`, `€0.05`. */
export function formatMoneyShort(amount: string, currency: string): string {
  if (!isDecimal(amount)) return NO_NUMBER;
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
    maximumSignificantDigits: 3,
    roundingPriority: "morePrecision",
  }).format(amount as Intl.StringNumericLiteral);
}

/**
 * An amount with the digits of its currency, or three digits if it is below a cent: `€18.75`, `€0.00313`. For sums of costs,
 * which have more digits than a list has room for. The exact amount is one step away.
 */
export function formatMoneyRounded(amount: string, currency: string): string {
  if (!isDecimal(amount)) return NO_NUMBER;
  const isBelowCent = /^-?0\.00/.test(amount) && !isZero(amount);
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    ...(isBelowCent && { maximumSignificantDigits: 3 }),
  }).format(amount as Intl.StringNumericLiteral);
}

/** A quantity with all its digits: `1,234.5`. */
export function formatQuantity(quantity: string, inLocale: string = locale): string {
  if (!isDecimal(quantity)) return NO_NUMBER;
  return new Intl.NumberFormat(inLocale, { maximumFractionDigits: 20 }).format(quantity as Intl.StringNumericLiteral);
}

/** A quantity with two decimals, or three digits if it is small, for lists: `139.82`, `0.00123`. */
export function formatQuantityRounded(quantity: string): string {
  if (!isDecimal(quantity)) return NO_NUMBER;
  return new Intl.NumberFormat(locale, {
    maximumFractionDigits: 2,
    maximumSignificantDigits: 3,
    roundingPriority: "morePrecision",
  }).format(quantity as Intl.StringNumericLiteral);
}

export function formatQuantityShort(quantity: string): string {
  if (!isDecimal(quantity)) return NO_NUMBER;
  return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(
    quantity as Intl.StringNumericLiteral,
  );
}

/** `12.5` → `12.5%` in English, `12,5 %` in German: exactly, whatever its digits. */
export function formatPercent(percent: string, inLocale: string = locale): string {
  const written = percent === "" ? "0" : percent;
  if (!isDecimal(written)) return NO_NUMBER;
  const format = new Intl.NumberFormat(inLocale, { style: "percent", maximumFractionDigits: 20 });
  return format.format(`${written}e-2` as Intl.StringNumericLiteral);
}

/** Whether a decimal is zero. Compares its text, without converting it to a number. */
export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

export function isNegative(amount: string): boolean {
  return amount.startsWith("-") && !isZero(amount);
}

/** A length on a chart. Never shown as a figure, and never sent back. */
export function toLength(amount: string): number {
  return Number(amount);
}

const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(inLocale: string, currency: string, digits: number): Intl.NumberFormat {
  const key = `${inLocale} ${currency} ${digits}`;
  let format = formats.get(key);
  if (format === undefined) {
    const options: Intl.NumberFormatOptions = { style: "currency", currency };
    const usual = new Intl.NumberFormat(inLocale, options).resolvedOptions().maximumFractionDigits ?? 2;
    format = new Intl.NumberFormat(inLocale, { ...options, maximumFractionDigits: Math.max(usual, digits) });
    formats.set(key, format);
  }
  return format;
}

/** Prices may have more digits than the currency. They are shown, without trailing zeros. */
function fractionDigits(amount: string): number {
  return Math.min(20, (amount.split(".")[1] ?? "").replace(/0+$/, "").length);
}
