import { isEuState } from "../european-union.ts";
import { TAX_ID_KINDS } from "./tax-id-kinds.ts";

/** The result of checking a tax ID's format. Only the state knows whether it is registered. */
export type TaxIdCheck =
  | { readonly outcome: "well_formed"; readonly kind: string; readonly normalized: string }
  | { readonly outcome: "wrong_pattern" | "wrong_check_digits"; readonly kind: string; readonly normalized: string }
  /** The country's tax IDs are unknown. */
  | { readonly outcome: "unknown_kind"; readonly normalized: string };

/** Checks the pattern and check digits of a country's tax ID, with or without spaces, dots and dashes. */
export function checkTaxId(country: string | null, taxId: string): TaxIdCheck {
  const normalized = taxId.toUpperCase().replaceAll(/[\s.\-/]/g, "");
  const found = country === null ? undefined : TAX_ID_KINDS[country];
  if (found === undefined) return { outcome: "unknown_kind", normalized };
  const { name: kind, pattern } = found;
  if (!pattern.test(normalized)) return { outcome: "wrong_pattern", kind, normalized };
  if (!found.hasRightDigits(normalized)) return { outcome: "wrong_check_digits", kind, normalized };
  return { outcome: "well_formed", kind, normalized };
}

/** Whether this is a well-formed VAT ID of a member state, which identifies its holder as a business (R-INV-6). */
export function isEuVatId(country: string | null, taxId: string | null): boolean {
  return isEuState(country) && taxId !== null && checkTaxId(country, taxId).outcome === "well_formed";
}
