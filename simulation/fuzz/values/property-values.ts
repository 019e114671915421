import type { Random } from "../../random.ts";

/** A property value in JSON. */
export interface WrittenValue {
  readonly json: string;
  /** Whether a metric must accept it as a number; undefined if both are right. */
  readonly isTaken: boolean | undefined;
}

const taken = (...all: readonly string[]): WrittenValue[] => all.map((json) => ({ json, isTaken: true }));
const refused = (...all: readonly string[]): WrittenValue[] => all.map((json) => ({ json, isTaken: false }));

/** The largest and the finest number (decision 0044). */
const WIDE = "9".repeat(30);
const FINE = `${"0".repeat(39)}1`;

/** Numbers in every JSON notation, and texts that contain one. */
const NUMBERS = taken(
  "0",
  "-0",
  "7",
  "-7",
  "0.1",
  "1.50",
  "-2.005",
  "1e3",
  "1E3",
  "1e+3",
  "25e-2",
  "1.5E2",
  "1e-7",
  "123456789.125",
  // Two that a float changes, and the bounds.
  "9007199254740993",
  "0.30000000000000004",
  "3.3333333333333334e-8",
  WIDE,
  `-${WIDE}`,
  `0.${FINE}`,
  `${WIDE}.${"9".repeat(40)}`,
  "1e29",
  "1e-40",
  "12345678901234567890.0123456789012345678",
  '"7"',
  '"-7.25"',
  '"+5"',
  '"1e3"',
  '"007"',
  `"${WIDE}"`,
  `"0.${FINE}"`,
  '"1E-3"',
);

/** Values that are not numbers, which only count_unique counts. */
const TEXTS = taken(
  '""',
  '" 7"',
  '"7 "',
  '".5"',
  '"5."',
  '"1e"',
  '"--1"',
  '"0x10"',
  '"1_000"',
  '"12,5"',
  '"NaN"',
  '"Infinity"',
  '"null"',
  '"１２"',
  '"٣"',
  '"½"',
  '"ä"',
  '"a\\u0308"',
  '"\\ud83d\\ude00"',
  '"\\u202e7"',
  '"__proto__"',
  '"constructor"',
  '"\\u2028"',
  "true",
  "false",
);

const REFUSED = refused(
  "null",
  "[]",
  "{}",
  "[1]",
  '{"a":1}',
  "1e400",
  "-1e31",
  "1e-41",
  "9".repeat(31),
  `0.${FINE}1`,
  '"\\ud800"',
  '"\\u0000"',
  '"1e400"',
  `"${"9".repeat(31)}"`,
  '"1e-41"',
);

/** Zero with an exponent beyond any bound. */
const EITHER: readonly WrittenValue[] = ["0e300", '"0e-300"'].map((json) => ({ json, isTaken: undefined }));

/** Mostly valid, because refused values are not summed. */
export function randomValue(random: Random): WrittenValue {
  const kind = random.integer(1, 100);
  if (kind <= 45) return random.pick(NUMBERS);
  if (kind <= 65) return randomNumber(random);
  if (kind <= 85) return random.pick(TEXTS);
  return kind <= 98 ? random.pick(REFUSED) : random.pick(EITHER);
}

function randomNumber(random: Random): WrittenValue {
  const digits = (most: number) => Array.from({ length: random.integer(1, most) }, () => random.integer(0, 9)).join("");
  const whole = digits(random.chance(0.2) ? 30 : 6).replace(/^0+(?=\d)/, "");
  const fraction = random.chance(0.5) ? `.${digits(random.chance(0.2) ? 40 : 4)}` : "";
  const text = `${random.chance(0.3) ? "-" : ""}${whole}${fraction}`;
  return { json: random.chance(0.3) ? `"${text}"` : text, isTaken: true };
}

/** Group values: any text, and values of other types. */
export function randomGroup(random: Random): string {
  return random.pick([
    '"eu"',
    '"us"',
    '"１２"',
    '"\\ud83d\\ude00"',
    '""',
    '"__proto__"',
    "7",
    "true",
    '"7"',
    '"a\\u0308"',
  ]);
}
