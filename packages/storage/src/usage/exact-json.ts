/**
 * A number token that a float may not hold: more than 15 digits, or an exponent beyond two digits. It may also match inside
 * a text, which costs time and changes nothing.
 */
const LONG_NUMBER = /[:,[]\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE][+-]?\d{3})/;

/**
 * Parses JSON without losing a digit: each number that a float would change is given to `keep` as it is written (R-MET-1).
 * Text without long numbers, nearly all there is, is parsed at the full speed of the platform.
 */
export function parseExactJson(text: string, keep: (digits: string) => unknown): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_member: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source;
    return typeof value === "number" && source !== undefined && String(value) !== source && !isShort(source)
      ? keep(source)
      : value;
  });
}

function isShort(source: string): boolean {
  return source.length <= 15 && !/[eE]/.test(source);
}
