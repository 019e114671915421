import { digitsOf, isElevenMinus, isLuhn, remainder, weightedSum } from "./check-digits.ts";
import { EU_VAT_IDS, type EuVatId } from "./eu-vat-ids.ts";

/** The format of a country's tax IDs. */
export interface TaxIdKind {
  readonly name: string;
  /** For the ID in capitals, without spaces, dots and dashes. */
  readonly pattern: RegExp;
  /** Whether its check digits are right. The ID must match the pattern. */
  hasRightDigits(id: string): boolean;
}

/** The prefix of the state is required. */
function euKind([country, { pattern, check }]: [string, EuVatId]): [string, TaxIdKind] {
  const prefix = country === "GR" ? "EL" : country;
  return [
    country,
    {
      name: "EU VAT id",
      pattern: new RegExp(`^${prefix}(?:${pattern})$`),
      hasRightDigits: (id) => check(id.slice(2)),
    },
  ];
}

const ELSEWHERE: Readonly<Record<string, TaxIdKind>> = {
  AU: { name: "ABN", pattern: /^[1-9]\d{10}$/, hasRightDigits: isAustralian },
  CA: { name: "Business Number", pattern: /^\d{9}(RT\d{4})?$/, hasRightDigits: (id) => isLuhn(id.slice(0, 9)) },
  CH: {
    name: "UID",
    pattern: /^CHE\d{9}(MWST|TVA|IVA|VAT)?$/,
    hasRightDigits: (id) => isElevenMinus(id.slice(3, 12), [5, 4, 3, 2, 7, 6, 5, 4], -1, 0),
  },
  GB: {
    name: "VAT registration number",
    pattern: /^GB(\d{9}(\d{3})?|GD[0-4]\d{2}|HA[5-9]\d{2})$/,
    hasRightDigits: isBritish,
  },
  IN: {
    name: "GSTIN",
    pattern: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/,
    hasRightDigits: isIndian,
  },
  JP: { name: "Registration number", pattern: /^T[1-9]\d{12}$/, hasRightDigits: isJapanese },
  NO: {
    name: "Organization number",
    pattern: /^(NO)?\d{9}(MVA)?$/,
    hasRightDigits: (id) => isElevenMinus(id.replaceAll(/\D/g, ""), [3, 2, 7, 6, 5, 4, 3, 2], -1, 0),
  },
  // Nine digits in two groups, without a check digit.
  US: { name: "EIN", pattern: /^\d{9}$/, hasRightDigits: () => true },
};

/** The formats of tax IDs by country. Countries that are not listed are unknown. */
export const TAX_ID_KINDS: Readonly<Record<string, TaxIdKind>> = {
  ...Object.fromEntries(Object.entries(EU_VAT_IDS).map(euKind)),
  ...ELSEWHERE,
};

/** One is subtracted from the first digit. The weighted sum is divisible by 89. */
function isAustralian(id: string): boolean {
  return (weightedSum(id, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;
}

/**
 * IDs of government departments and health authorities have no check digits. The others use the old series, or the new
 * series that adds 55.
 */
function isBritish(id: string): boolean {
  if (!/^GB\d/.test(id)) return true;
  const sum = weightedSum(id.slice(2), [8, 7, 6, 5, 4, 3, 2]) + remainder(id.slice(9, 11), 100);
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

/** Base 36: every second character has a weight of two, and quotient and remainder are added. */
function isIndian(id: string): boolean {
  const sum = Array.from(id.slice(0, 14), (character) => Number.parseInt(character, 36)).reduce(
    (total, value, place) => {
      const product = value * (place % 2 === 0 ? 1 : 2);
      return total + Math.floor(product / 36) + (product % 36);
    },
    0,
  );
  return (36 - (sum % 36)) % 36 === Number.parseInt(id.slice(-1), 36);
}

/** The first digit after the T is the check digit of the twelve digits that follow. */
function isJapanese(id: string): boolean {
  const [check, ...digits] = digitsOf(id.slice(1));
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 2 : 1), 0);
  return 9 - (sum % 9) === check;
}
