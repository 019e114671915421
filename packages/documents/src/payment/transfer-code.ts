/** A SEPA credit transfer that a customer's banking app fills in. */
export interface SepaTransfer {
  readonly beneficiary: string;
  readonly iban: string;
  /** Optional within the European Economic Area, required for accounts outside it. */
  readonly bic: string | null;
  /** Euros: "291.55". */
  readonly amount: string;
  /** The purpose of the transfer: the invoice's number. */
  readonly remittance: string;
}

/** The maximum lengths of the guideline, in characters, and in bytes for the whole code. */
const LONGEST_BENEFICIARY = 70;
const LONGEST_REMITTANCE = 140;
const MOST_BYTES = 331;

/**
 * The content of the QR code of a SEPA credit transfer: EPC069-12, version 002, in UTF-8. Null if a member does not
 * meet the guideline: an invalid IBAN, an amount of zero or of a billion or more, or a missing or invalid BIC.
 *
 * @example "BCD\n002\n1\nSCT\n\nNorthlight GmbH\nDE89370400440532013000\nEUR291.55\n\n\nNL-2024-0042"
 */
export function transferCode(transfer: SepaTransfer): string | null {
  const iban = compact(transfer.iban);
  const bic = transfer.bic === null ? "" : compact(transfer.bic);
  const beneficiary = inOneLine(transfer.beneficiary).slice(0, LONGEST_BENEFICIARY).join("").trim();
  const remittance = inOneLine(transfer.remittance);
  const isWritable =
    isSepaIban(iban) &&
    (bic === "" ? ECONOMIC_AREA.has(iban.slice(0, 2)) : /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic)) &&
    beneficiary !== "" &&
    /^\d{1,9}\.\d\d$/.test(transfer.amount) &&
    /[1-9]/.test(transfer.amount) &&
    remittance.length <= LONGEST_REMITTANCE;
  if (!isWritable) return null;
  // The purpose code and the structured reference stay empty.
  const lines = [
    "BCD",
    "002",
    "1",
    "SCT",
    bic,
    beneficiary,
    iban,
    amountOf(transfer.amount),
    "",
    "",
    remittance.join(""),
  ];
  const content = lines.join("\n").trimEnd();
  return new TextEncoder().encode(content).length <= MOST_BYTES ? content : null;
}

function amountOf(amount: string): string {
  return `EUR${amount.replace(/^0+(?=\d)/, "")}`;
}

/**
 * Whether an account can receive a SEPA credit transfer: its country participates, and its check digits are correct
 * (ISO 13616).
 */
function isSepaIban(iban: string): boolean {
  const country = iban.slice(0, 2);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban) || iban.length !== IBAN_LENGTHS.get(country)) return false;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((sign) => Number.parseInt(sign, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, "").toUpperCase();
}

/** The characters of a text without line breaks and control characters. */
function inOneLine(text: string): string[] {
  return [
    ...text
      .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
      .replaceAll(/ {2,}/g, " ")
      .trim(),
  ];
}

/** The IBAN length of each SEPA country (SWIFT's IBAN registry). */
const IBAN_LENGTHS: ReadonlyMap<string, number> = new Map(
  (
    "AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 " +
    "LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** The countries where a transfer needs no BIC. */
const ECONOMIC_AREA: ReadonlySet<string> = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);
