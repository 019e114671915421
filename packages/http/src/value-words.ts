import { dayFault } from "@counterfoil/service";

/** What the value of a format or a pattern must be, for errors. A pattern itself tells a reader too little. */

/** The words that are accepted for a moment, by the name of its format. A timestamp or a date is always accepted. */
export const MOMENTS: Readonly<Record<string, readonly string[]>> = {
  "change-moment": ["now", "period_end"],
  "cancel-moment": ["now", "period_end", "contract_end"],
  "resume-moment": ["now"],
};

const DATE_FORMAT = "date";
const INSTANT_FORMATS: Readonly<Record<string, string>> = {
  "instant-or-date": "must be an ISO 8601 timestamp with an offset (2024-01-31T08:00:00Z) or a date (2024-01-31)",
  "date-time": "must be an ISO 8601 timestamp with an offset (2024-01-31T08:00:00Z)",
  [DATE_FORMAT]: "must be a date (2024-01-31)",
  ...Object.fromEntries(
    Object.entries(MOMENTS).map(([format, words]) => [
      format,
      `must be ${words.join(", ")}, an ISO 8601 timestamp with an offset or a date`,
    ]),
  ),
};

const OTHER_FORMATS: Readonly<Record<string, string>> = {
  uri: "must be an absolute URL such as https://example.com/terms",
  email: "must be an email address such as ada@example.com",
};

/** Why a value does not have its format. */
export function formatWords(format: string, value: unknown): string {
  const words = INSTANT_FORMATS[format];
  if (words === undefined) return OTHER_FORMATS[format] ?? "has the wrong format";
  const hasForm = typeof value === "string" && (format !== DATE_FORMAT || value.length === "2024-01-31".length);
  return (hasForm ? dayFault(value) : undefined) ?? words;
}

const MONTH = "must be a month such as 2026-01";
const KEY = "must be lowercase letters and digits, with single _ or - between them, such as api_calls";

/** What a value must be, by the pattern of its schema. */
export const PATTERN_WORDS: Readonly<Record<string, string>> = {
  "^[A-Z]{3}$": "must be a currency code of three capital letters by ISO 4217, such as EUR",
  "^[A-Z]{2}$": "must be a country code of two capital letters by ISO 3166-1, such as DE",
  "^\\d{4}$": "must be a code of four digits by ISO 6523, such as 0002",
  "^VATEX-[A-Z]{2}-[0-9A-Z-]+$": "must be a VATEX code, such as VATEX-EU-AE",
  "^#[0-9a-fA-F]{6}$": "must be a color of six hexadecimal digits, such as #1a2b3c",
  "^[0-9a-f]{64}$": "must be a SHA-256 hash of 64 lowercase hexadecimal digits",
  "^(data:image/(png|jpeg|svg\\+xml);base64,|/organization/logos/[0-9a-f]{64}$)":
    "must be a PNG, JPEG or SVG image as a data URL in Base64, or the address of a logo",
  "^https?://": "must begin with https:// or http://",
  "^[!-~]+$": "must be printable ASCII characters without spaces",
  "^[a-z0-9]+([_-][a-z0-9]+)*$": KEY,
  "\\S": "must not be blank",
  "\\d.*\\d.*\\d": "must have at least three digits",
  "^[1-9]\\d{0,8}$": "must be a whole number from 1 to 999999999",
  "^\\d{1,9}$": "must be a whole number from 0 to 999999999",
  "^\\d{1,6}$": "must be a whole number from 0 to 999999",
  "^[0-9]{4}-(0[1-9]|1[0-2])$": MONTH,
  "^(19|[2-9]\\d)\\d{2}-(0[1-9]|1[0-2])$": MONTH,
};
