import { isDecimal, locale } from "./amount.ts";

/** How a locale writes numbers. */
interface NumberStyle {
  readonly decimal: string;
  /** Separators of thousands that are accepted. */
  readonly group: string;
  /** Whether thousands are grouped in twos after the first three digits, as in India: `12,34,567`. */
  readonly isInTwos: boolean;
  /** Its digits from 0 to 9. */
  readonly digits: readonly string[];
}

/** What a field asks for: a quantity, an amount of money, a percentage, or a whole number. */
export type NumberKind = "quantity" | "amount" | "percent" | "count";

/** The value of a field with a text that is no number. The API refuses it, and forms do not send it. */
export const WRONG_NUMBER = "not-a-number";

/** Whether a draft or a body has a number that is not right yet. There is no preview of it. */
export function hasWrongNumber(draft: unknown): boolean {
  if (typeof draft === "object" && draft !== null) return Object.values(draft).some(hasWrongNumber);
  return draft === WRONG_NUMBER;
}

/** What to enter: `Enter a quantity such as 12 or 1.5`, in the way that the locale writes numbers. */
export function wrongNumberWords(kind: NumberKind, words: readonly string[] = [], inLocale: string = locale): string {
  const sample = (decimal: string) => writeNumber(decimal, inLocale);
  const or = words.map((word) => `, or ${word}`).join("");
  switch (kind) {
    case "quantity":
      return `Enter a quantity such as ${sample("12")} or ${sample("1.5")}${or}`;
    case "amount":
      return `Enter an amount such as ${sample("1200.00")}${or}`;
    case "percent":
      return `Enter a percentage such as ${sample("19")} or ${sample("7.5")}${or}`;
    case "count":
      return `Enter a whole number such as 12${or}`;
  }
}

/**
 * A number as a person types it, as the API takes it: `1,200.00` in English and `1.200,00` in German are `1200.00`. Null
 * if the text is no number in this locale. `1,5` in English and `1.5` in German are none: they could mean two things.
 */
export function readNumber(typed: string, inLocale: string = locale): string | null {
  const style = styleOf(inLocale);
  const text = plainDigits(typed, style).replaceAll(/[\s\p{Sc}%]/gu, "");
  const [, sign = "", body = ""] = /^([+-]?)(.*)$/.exec(text) ?? [];
  const at = body.indexOf(style.decimal);
  const whole = at === -1 ? body : body.slice(0, at);
  const fraction = at === -1 ? "" : body.slice(at + 1);
  const digits = withoutGroups(whole, style);
  if (digits === null || !/^\d*$/.test(fraction) || digits + fraction === "") return null;
  const canonical = digits.replace(/^0+(?=\d)/, "");
  return `${sign === "-" ? "-" : ""}${canonical === "" ? "0" : canonical}${fraction === "" ? "" : `.${fraction}`}`;
}

/** A decimal of the API as the locale writes it, with all its digits: `1200.00` → `1,200.00`. */
export function writeNumber(decimal: string, inLocale: string = locale): string {
  if (!isDecimal(decimal) || /e/i.test(decimal)) return decimal;
  const digits = (decimal.split(".")[1] ?? "").length;
  // `Intl` writes at most a hundred decimals.
  if (digits > 100) return decimal;
  return new Intl.NumberFormat(inLocale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    decimal as Intl.StringNumericLiteral,
  );
}

/** The digits of the whole part. Null if a separator stands where none belongs. */
function withoutGroups(whole: string, { group, isInTwos }: NumberStyle): string | null {
  if (/^\d*$/.test(whole)) return whole;
  const parts = whole.split(new RegExp(`[${group}]`, "u"));
  const [first = "", ...rest] = parts;
  const last = rest.at(-1) ?? "";
  // `0,500` is half of something to many people, so a group never begins with 0.
  const isGrouped =
    (isInTwos ? /^[1-9]\d?$/ : /^[1-9]\d{0,2}$/).test(first) &&
    /^\d{3}$/.test(last) &&
    rest.slice(0, -1).every((part) => (isInTwos ? /^\d{2}$/ : /^\d{3}$/).test(part));
  return isGrouped || (isInTwos && /^[1-9]\d{2}$/.test(first) && rest.length === 1 && /^\d{3}$/.test(last))
    ? parts.join("")
    : null;
}

/** Digits of the locale's script as 0 to 9, and a minus sign as a hyphen. */
function plainDigits(text: string, { digits }: NumberStyle): string {
  return [...text]
    .map((character) => {
      const digit = digits.indexOf(character);
      return digit === -1 ? character.replace("\u2212", "-") : String(digit);
    })
    .join("")
    .replaceAll(/[\u200e\u200f\u061c]/g, "");
}

function styleOf(inLocale: string): NumberStyle {
  const format = new Intl.NumberFormat(inLocale);
  const parts = format.formatToParts(1_234_567.5);
  const partOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value;
  const group = partOf("group") ?? "";
  const plain = new Intl.NumberFormat(inLocale, { useGrouping: false });
  return {
    decimal: partOf("decimal") ?? ".",
    // Spaces are removed before. People type a straight apostrophe where Swiss numbers have a curved one.
    group: /\s/.test(group) || group === "" ? "_" : /['’]/.test(group) ? "'’" : group,
    isInTwos: parts.filter(({ type }) => type === "integer")[1]?.value.length === 2,
    digits: [...plain.format(9_876_543_210)].toReversed(),
  };
}
