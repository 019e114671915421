import {
  digitAt,
  digitsOf,
  digitSum,
  isElevenMinus,
  isLuhn,
  isMod11Ten,
  remainder,
  weightedSum,
} from "./check-digits.ts";

/** The VAT IDs of a member state, without their prefix. */
export interface EuVatId {
  readonly pattern: string;
  /** Whether the check digits are right. The ID must match the pattern. */
  check(id: string): boolean;
}

const SPANISH_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE";
const IRISH_LETTERS = "WABCDEFGHIJKLMNOPQRSTUV";
/** In Cyprus, the value of a digit at an odd position, as a letter: A is 0. */
const CYPRIOT_ODD = "BAFHJNPRTV";

/**
 * Patterns, and the check digits that the member states publish. IDs of natural persons whose check digits are not
 * published (Bulgaria and Czechia with more digits than a company's) are checked by their pattern only.
 */
export const EU_VAT_IDS: Readonly<Record<string, EuVatId>> = {
  AT: {
    pattern: "U\\d{8}",
    check: (id) => {
      const digits = digitsOf(id.slice(1, 8));
      const sum = digits.reduce((total, digit, place) => total + (place % 2 === 0 ? digit : digitSum(digit * 2)), 0);
      return (10 - ((sum + 4) % 10)) % 10 === digitAt(id);
    },
  },
  BE: { pattern: "[01]\\d{9}", check: (id) => 97 - remainder(id.slice(0, 8), 97) === remainder(id.slice(8), 100) },
  BG: {
    pattern: "\\d{9,10}",
    check: (id) => {
      if (id.length !== 9) return true;
      const first = weightedSum(id, [1, 2, 3, 4, 5, 6, 7, 8]) % 11;
      const check = first === 10 ? weightedSum(id, [3, 4, 5, 6, 7, 8, 9, 10]) % 11 : first;
      return check % 10 === digitAt(id);
    },
  },
  CY: {
    pattern: "\\d{8}[A-Z]",
    check: (id) => {
      const digits = digitsOf(id.slice(0, 8));
      const sum = digits.reduce((total, digit, place) => total + (place % 2 === 0 ? cypriotOdd(digit) : digit), 0);
      return String.fromCharCode("A".charCodeAt(0) + (sum % 26)) === id.at(-1);
    },
  },
  CZ: { pattern: "\\d{8,10}", check: (id) => id.length !== 8 || isElevenMinus(id, [8, 7, 6, 5, 4, 3, 2], 0, 1) },
  DE: { pattern: "[1-9]\\d{8}", check: isMod11Ten },
  DK: { pattern: "\\d{8}", check: (id) => weightedSum(id, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  EE: { pattern: "\\d{9}", check: (id) => weightedSum(id, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 },
  ES: { pattern: "[A-Z]\\d{7}[0-9A-Z]|\\d{8}[A-Z]", check: isSpanish },
  FI: { pattern: "\\d{8}", check: (id) => isElevenMinus(id, [7, 9, 10, 5, 8, 4, 2], -1, 0) },
  FR: {
    pattern: "[0-9A-HJ-NP-Z]{2}\\d{9}",
    check: (id) =>
      !/^\d/.test(id) ||
      !/^\d{11}$/.test(id) ||
      (12 + 3 * remainder(id.slice(2), 97)) % 97 === remainder(id.slice(0, 2), 100),
  },
  GR: {
    pattern: "\\d{9}",
    check: (id) => (weightedSum(id, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digitAt(id),
  },
  HR: { pattern: "\\d{11}", check: isMod11Ten },
  HU: { pattern: "\\d{8}", check: (id) => weightedSum(id, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0 },
  IE: { pattern: "\\d{7}[A-W][A-I]?|\\d[A-Z+*]\\d{5}[A-W]", check: isIrish },
  IT: { pattern: "\\d{11}", check: isLuhn },
  LT: {
    pattern: "\\d{9}|\\d{12}",
    check: (id) => {
      const round = (start: number) => Array.from({ length: id.length - 1 }, (_, place) => ((place + start) % 9) + 1);
      const first = weightedSum(id, round(0)) % 11;
      const check = first === 10 ? weightedSum(id, round(2)) % 11 : first;
      return check % 10 === digitAt(id);
    },
  },
  LU: { pattern: "\\d{8}", check: (id) => remainder(id.slice(0, 6), 89) === remainder(id.slice(6), 100) },
  LV: {
    pattern: "\\d{11}",
    check: (id) => {
      // IDs of natural persons begin with the date of birth.
      if (digitAt(id, 0) < 4) return true;
      const rest = weightedSum(id, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6]) % 11;
      return rest !== 4 && (rest < 4 ? 3 - rest : 14 - rest) === digitAt(id);
    },
  },
  MT: {
    pattern: "\\d{8}",
    check: (id) => 37 - (weightedSum(id, [3, 4, 6, 7, 8, 9]) % 37) === remainder(id.slice(6), 100),
  },
  NL: {
    pattern: "\\d{9}B\\d{2}",
    check: (id) => weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === digitAt(id, 8) || isMod97(`NL${id}`),
  },
  PL: { pattern: "\\d{10}", check: (id) => weightedSum(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digitAt(id) },
  PT: { pattern: "\\d{9}", check: (id) => isElevenMinus(id, [9, 8, 7, 6, 5, 4, 3, 2], 0, 0) },
  RO: {
    pattern: "\\d{2,10}",
    check: (id) => ((weightedSum(id.padStart(10, "0"), [7, 5, 3, 2, 1, 7, 5, 3, 2]) * 10) % 11) % 10 === digitAt(id),
  },
  SE: { pattern: "\\d{12}", check: (id) => isLuhn(id.slice(0, 10)) },
  SI: { pattern: "[1-9]\\d{7}", check: (id) => isElevenMinus(id, [8, 7, 6, 5, 4, 3, 2], 0, -1) },
  SK: { pattern: "\\d{10}", check: (id) => remainder(id, 11) === 0 },
};

function cypriotOdd(digit: number): number {
  return CYPRIOT_ODD.charCodeAt(digit) - "A".charCodeAt(0);
}

/**
 * Since 2020, sole traders in the Netherlands have IDs of ISO 7064, mod 97,10: letters are 10 to 35, and the remainder
 * is 1.
 */
function isMod97(text: string): boolean {
  const digits = Array.from(text, (character) => Number.parseInt(character, 36)).join("");
  return remainder(digits, 97) === 1;
}

/** Companies have a digit or a letter at the end, persons a letter that is derived from the number. */
function isSpanish(id: string): boolean {
  const first = id.slice(0, 1);
  const last = id.slice(-1);
  const digits = id.slice(1, 8);
  if (/[A-HJNPQRSUVW]/.test(first)) {
    const sum = digitsOf(digits).reduce(
      (total, digit, place) => total + (place % 2 === 0 ? digitSum(digit * 2) : digit),
      0,
    );
    const check = (10 - (sum % 10)) % 10;
    return last === String(check) || last === "JABCDEFGHI".charAt(check);
  }
  // Foreigners' numbers begin with X, Y or Z, which stand for 0, 1 and 2.
  const number = /[KLM]/.test(first) ? digits : `${"XYZ".includes(first) ? "XYZ".indexOf(first) : first}${digits}`;
  return last === SPANISH_LETTERS.charAt(remainder(number, 23));
}

/** Seven digits and a check letter. A second letter has a weight of nine. */
function isIrish(id: string): boolean {
  // The old form has a letter or a sign as second character.
  if (!/^\d{7}/.test(id)) return true;
  const second = id.length === 9 ? "WABCDEFGHI".indexOf(id.slice(-1)) : 0;
  return IRISH_LETTERS.charAt((weightedSum(id, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23) === id.charAt(7);
}
