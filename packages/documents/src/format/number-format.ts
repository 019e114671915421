/**
 * How a locale writes decimals. Numbers stay text throughout: `Intl` only provides the symbols, from constant samples,
 * and digits are grouped as characters, so no value passes through a float.
 */
export interface NumberFormat {
  /** Formats "-1234.50" as "−1,234.50" (en) or "−1.234,50" (de). Prints exactly the given digits. */
  readonly decimal: (decimal: string) => string;
  /** The same without a sign. */
  readonly magnitude: (decimal: string) => string;
  /** Formats "8.875" as "8.875%" (en) or "8,875 %" (de). */
  readonly percent: (decimal: string) => string;
  /** The locale's digits from zero to nine. */
  readonly digits: readonly string[];
}

export function numberFormat(locale: string): NumberFormat {
  const marks = marksOf(locale);
  const magnitude = (decimal: string): string => magnitudeText(decimal, marks);
  const decimal = (text: string): string => (text.startsWith("-") ? marks.minus : "") + magnitude(text);
  return {
    magnitude,
    decimal,
    percent: (text) => marks.percent.before + decimal(text) + marks.percent.after,
    digits: marks.digits,
  };
}

/**
 * A hyphen is too short next to digits, and screen readers do not read it as "minus". They do read the real minus sign.
 */
export function realMinus(text: string): string {
  return text.replaceAll("-", "−");
}

/** The text before and after the digits. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

export function aroundFigures(parts: readonly Intl.NumberFormatPart[]): Surroundings {
  const figures = new Set(["integer", "group", "decimal", "fraction"]);
  const join = (some: typeof parts): string => some.map((part) => part.value).join("");
  return {
    before: join(
      parts.slice(
        0,
        parts.findIndex((part) => figures.has(part.type)),
      ),
    ),
    after: join(parts.slice(parts.findLastIndex((part) => figures.has(part.type)) + 1)),
  };
}

interface Marks {
  readonly decimalMark: string;
  readonly groupMark: string;
  /** The sign with the invisible marks that keep it on its side of the digits (Arabic, Persian, Hebrew). */
  readonly minus: string;
  readonly percent: Surroundings;
  readonly digits: readonly string[];
  /** The number of digits in the group next to the decimal mark, and in the other groups: 3 and 3, in India 3 and 2. */
  readonly lastGroup: number;
  readonly otherGroups: number;
}

function marksOf(locale: string): Marks {
  const sample = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, useGrouping: "always" });
  const parts = sample.formatToParts(-1234567890);
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  const groups = parts.filter((part) => part.type === "integer").map((part) => part.value.length);
  const lastGroup = groups.at(-1) ?? 3;
  const digit = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    decimalMark: find("decimal"),
    groupMark: find("group"),
    minus: realMinus(aroundFigures(parts).before),
    percent: aroundFigures(new Intl.NumberFormat(locale, { style: "percent" }).formatToParts(0.01)),
    digits: Array.from({ length: 10 }, (_, value) => digit.format(value)),
    lastGroup,
    otherGroups: groups.at(-2) ?? lastGroup,
  };
}

function magnitudeText(decimal: string, marks: Marks): string {
  const [whole = "", fraction] = decimal.replace("-", "").split(".");
  const digits = (text: string): string => text.replaceAll(/\d/g, (digit) => marks.digits[Number(digit)] ?? digit);
  const grouped = groupsOf(whole, marks).map(digits).join(marks.groupMark);
  return fraction === undefined ? grouped : grouped + marks.decimalMark + digits(fraction);
}

/** Splits "1234567" into ["1", "234", "567"]. */
function groupsOf(whole: string, marks: Marks): string[] {
  const groups: string[] = [];
  let end = whole.length;
  for (let size = marks.lastGroup; end > 0; size = marks.otherGroups) {
    groups.unshift(whole.slice(Math.max(0, end - size), end));
    end -= size;
  }
  return groups;
}
