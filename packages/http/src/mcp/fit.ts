import { isRecord } from "./compact.ts";

/** The longest result, in characters: about 5,000 tokens. */
export const MOST_CHARACTERS = 16_000;

/** A member of this length always stays. */
const SHORT_CHARACTERS = 300;

/**
 * The result as JSON text that is never longer than `most`. Long lists lose their last entries, and the text says how
 * many. If that is not enough, long members leave only their names.
 */
export function fitted(value: unknown, hint: string, most = MOST_CHARACTERS): string {
  const whole = JSON.stringify(value);
  if (whole.length <= most) return whole;
  for (let entries = longestArray(value); entries >= 1; entries = Math.floor(entries / 2)) {
    const text = JSON.stringify({ shortened: hint, ...record(shortened(value, entries)) });
    if (text.length <= most) return text;
  }
  const members = Object.entries(record(value));
  const short = members.filter(([, member]) => JSON.stringify(member).length <= SHORT_CHARACTERS);
  const tooLong = members.map(([name]) => name).filter((name) => short.every(([kept]) => kept !== name));
  return JSON.stringify({ shortened: hint, ...Object.fromEntries(short), tooLong }).slice(0, most);
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : { items: value };
}

function longestArray(value: unknown): number {
  if (Array.isArray(value)) return Math.max(value.length, ...value.map(longestArray));
  return isRecord(value) ? Math.max(0, ...Object.values(value).map(longestArray)) : 0;
}

/** Every array with at most this many entries. The last entry then counts those that are left out. */
function shortened(value: unknown, most: number): unknown {
  if (Array.isArray(value)) {
    const kept = value.slice(0, most).map((item: unknown) => shortened(item, most));
    return value.length > most ? [...kept, `… ${value.length - most} more`] : kept;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member, most)]));
}
