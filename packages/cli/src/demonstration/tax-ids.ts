import { checkTaxId } from "@counterfoil/engine";

/** How a country forms VAT IDs from nine digits. */
const TAX_ID_FORMS: Readonly<Record<string, (digits: string) => string>> = {
  DE: (digits) => `DE${digits}`,
  GB: (digits) => `GB${digits}`,
  FR: (digits) => `FR${digits.slice(7)}${digits}`,
  NL: (digits) => `NL${digits}B01`,
  IE: (digits) => `IE${digits.slice(2)}W`,
  AT: (digits) => `ATU${digits.slice(1)}`,
  DK: (digits) => `DK${digits.slice(1)}`,
  IT: (digits) => `IT0${digits}3`,
  ES: (digits) => `ESB${digits.slice(1)}`,
  PL: (digits) => `PL5${digits}`,
  SE: (digits) => `SE5${digits}01`,
  PT: (digits) => `PT${digits.replace(/^./, "5")}`,
  GR: (digits) => `EL${digits.replace(/^./, "0")}`,
  FI: (digits) => `FI${digits.slice(1)}`,
  HR: (digits) => `HR${digits}21`,
};
const MOST_TRIED = 20_000;

/** The first ID of invented digits with correct check digits; null for a country whose format is unknown. */
export function taxIdOf(country: string, index: number): string | null {
  const form = TAX_ID_FORMS[country];
  if (form === undefined) return null;
  for (let tried = 0; tried < MOST_TRIED; tried += 1) {
    const taxId = form(String(200_000_017 + index * 7_654_321 + tried));
    if (checkTaxId(country, taxId).outcome === "well_formed") return taxId;
  }
  return null;
}
