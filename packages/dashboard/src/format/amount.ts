/** The locale that numbers and dates are shown in: the browser's. */
export const locale = typeof navigator === "undefined" ? "en" : navigator.language;

/** `12345.60` in EUR → `€12,345.60`, exactly: `Intl` formats decimal strings without going through a float. */
export function formatMoney(amount: string, currency: string, inLocale: string = locale): string {
  return moneyFormat(inLocale, currency, fractionDigits(amount)).format(amount as Intl.StringNumericLiteral);
}

/** For headlines and axes, where three figures say enough: `€12.3K`. */
export function formatMoneyShort(amount: string, currency: string): string {
  return new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    notation: "compact",
    maximumFractionDigits: 1,
  }).format(amount as Intl.StringNumericLiteral);
}

/** A quantity with all its digits: `1,234.5`. */
export function formatQuantity(quantity: string, inLocale: string = locale): string {
  return new Intl.NumberFormat(inLocale, { maximumFractionDigits: 20 }).format(quantity as Intl.StringNumericLiteral);
}

export function formatQuantityShort(quantity: string): string {
  return new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 }).format(
    quantity as Intl.StringNumericLiteral,
  );
}

/** `12.5` → `12.5%` in English, `12,5 %` in German: exactly, whatever its digits. */
export function formatPercent(percent: string, inLocale: string = locale): string {
  const format = new Intl.NumberFormat(inLocale, { style: "percent", maximumFractionDigits: 20 });
  return format.format(`${percent === "" ? "0" : percent}e-2` as Intl.StringNumericLiteral);
}

/** Whether there is anything: of an exact decimal, without reading it as a number. */
export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

export function isNegative(amount: string): boolean {
  return amount.startsWith("-") && !isZero(amount);
}

/** A length on a chart. Never shown as a figure, and never written back. */
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

/** Prices may have more digits than the currency: they are shown, but zeros at the end are not. */
function fractionDigits(amount: string): number {
  return Math.min(20, (amount.split(".")[1] ?? "").replace(/0+$/, "").length);
}
