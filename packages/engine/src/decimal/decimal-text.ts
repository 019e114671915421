/**
 * The maximum number of digits of a decimal that is read from text, in plain notation. PostgreSQL's `numeric` holds far
 * more.
 */
const maximumDigits = 1_000;

/** The parts of a decimal: its value is coefficient ÷ 10^scale, with scale ≥ 0. */
interface DecimalParts {
  readonly coefficient: bigint;
  readonly scale: number;
}

const notation = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,6}))?$/;

/**
 * Reads `12`, `-0.50`, `1e3` or `2.5E-7`. Returns undefined for anything else, including blanks, and for a number that
 * needs more than {@link maximumDigits} digits in plain notation. It rejects such a number before it allocates anything
 * of that size.
 */
export function parseDecimalText(text: string): DecimalParts | undefined {
  // The extra 10 characters allow for a sign, a point and an exponent.
  if (text.length > maximumDigits + 10) return undefined;
  const match = notation.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponentText = "0"] = match;
  const exponent = Number.parseInt(exponentText, 10);
  const digits = whole + fraction;
  const scale = fraction.length - exponent;
  const trailingZeros = Math.max(0, -scale);
  if (Math.max(digits.length + trailingZeros, scale) > maximumDigits) return undefined;
  const coefficient = BigInt(digits + "0".repeat(trailingZeros));
  return { coefficient: sign === "-" ? -coefficient : coefficient, scale: Math.max(0, scale) };
}

/** Plain notation without an exponent and with exactly `scale` digits after the point. */
export function formatDecimalParts({ coefficient, scale }: DecimalParts): string {
  if (scale === 0) return coefficient.toString();
  const isNegative = coefficient < 0n;
  const digits = (isNegative ? -coefficient : coefficient).toString().padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${isNegative ? "-" : ""}${digits.slice(0, point)}.${digits.slice(point)}`;
}
