/** How the components write numbers, amounts and dates. */
export interface Formatting {
  /** `en-US` by default. It is not the browser's, so that a page looks the same on the server and in the browser. */
  readonly locale?: string | undefined;
  /** UTC by default. */
  readonly timeZone?: string | undefined;
}

const LOCALE = "en-US";
/** Of a price: a fraction of a cent must stay visible. */
const MOST_DECIMALS = 12;

/** An exact decimal with all its digits. */
export function quantityText(decimal: string, { locale = LOCALE }: Formatting): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: MOST_DECIMALS }).format(exact(decimal));
}

/** An exact amount, with at least the decimals of its currency. */
export function amountText(decimal: string, currency: string, { locale = LOCALE }: Formatting): string {
  const style = { style: "currency", currency, maximumFractionDigits: MOST_DECIMALS } as const;
  return new Intl.NumberFormat(locale, style).format(exact(decimal));
}

export function dateText(instant: string, { locale = LOCALE, timeZone = "UTC" }: Formatting): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone }).format(new Date(instant));
}

/** `Intl` formats a decimal in a string exactly. The library of ES2022 does not know that yet. */
function exact(decimal: string): number {
  return decimal as unknown as number;
}
