/**
 * A number that a float may not represent exactly: more than 15 digits, or an exponent of more than two digits. It may
 * also match inside a text, which only costs time.
 */
const LONG_NUMBER = /[:,[]\s*-?(?:\d[\d.]{15}|\d[\d.]*[eE][+-]?\d{3})/;

/**
 * Parses JSON without losing digits: passes each number that a float would change to `keep` as it is written (R-MET-1).
 * Nearly all texts have no long numbers and are parsed at the platform's full speed.
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
