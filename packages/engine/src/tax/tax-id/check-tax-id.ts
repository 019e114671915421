import { isEuState } from "../european-union.ts";
import { TAX_ID_KINDS } from "./tax-id-kinds.ts";

/** What can be said of a tax id by its form alone: whether it is registered, only its state knows. */
export type TaxIdCheck =
  | { readonly outcome: "well_formed"; readonly kind: string; readonly normalized: string }
  | { readonly outcome: "wrong_pattern" | "wrong_check_digits"; readonly kind: string; readonly normalized: string }
  /** Nothing is known of the tax ids of the country. */
  | { readonly outcome: "unknown_kind"; readonly normalized: string };

/** Checks pattern and check digits of a tax id of a country, written with or without spaces, dots and dashes. */
export function checkTaxId(country: string | null, taxId: string): TaxIdCheck {
  const normalized = taxId.toUpperCase().replaceAll(/[\s.\-/]/g, "");
  const found = country === null ? undefined : TAX_ID_KINDS[country];
  if (found === undefined) return { outcome: "unknown_kind", normalized };
  const { name: kind, pattern } = found;
  if (!pattern.test(normalized)) return { outcome: "wrong_pattern", kind, normalized };
  if (!found.hasRightDigits(normalized)) return { outcome: "wrong_check_digits", kind, normalized };
  return { outcome: "well_formed", kind, normalized };
}

/** Whether this is a well-formed VAT id of a member state: what makes its holder a business (R-INV-6). */
export function isEuVatId(country: string | null, taxId: string | null): boolean {
  return isEuState(country) && taxId !== null && checkTaxId(country, taxId).outcome === "well_formed";
}
