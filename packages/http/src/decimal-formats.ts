import { amountBounds, boundsText, Decimal, type DecimalBounds, numberBounds } from "@counterfoil/engine";

/** A decimal as text in a request. */
interface DecimalFormat {
  /** For the OpenAPI document. It matches exactly what is accepted. */
  readonly pattern: string;
  readonly maxLength: number;
  /** `at most 30 digits before the point and 40 after it` */
  readonly range: string;
  readonly accepts: (text: string) => boolean;
}

/** A sign, a point, and an exponent such as e-40. */
const BESIDE_DIGITS = 6;

/** By the name of the format in a schema: amounts of money, and all other decimals. */
export const decimalFormats: Readonly<Record<string, DecimalFormat>> = {
  decimal: decimalFormat(numberBounds),
  amount: decimalFormat(amountBounds),
};

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

function decimalFormat(bounds: DecimalBounds): DecimalFormat {
  const { wholeDigits, fractionDigits } = bounds;
  const pattern = `^[+-]?\\d{1,${wholeDigits}}(\\.\\d{1,${fractionDigits}})?([eE][+-]?\\d{1,2})?$`;
  const written = new RegExp(pattern);
  return {
    pattern,
    maxLength: wholeDigits + fractionDigits + BESIDE_DIGITS,
    range: boundsText(bounds),
    accepts: (text) => written.test(text) && Decimal.parse(text)?.fits(bounds) === true,
  };
}

/** The schema of a body, with the length and pattern of each decimal in it. */
export function withDecimalBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withDecimalBounds);
  if (typeof schema !== "object" || schema === null) return schema;
  const within = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, withDecimalBounds(value)]),
  );
  const format = typeof within["format"] === "string" ? decimalFormats[within["format"]] : undefined;
  if (format === undefined) return within;
  return { ...within, maxLength: format.maxLength, pattern: format.pattern };
}
