import type { EInvoiceProfile } from "@counterfoil/sdk";

/** The profiles that XML can follow, with their names. */
export const E_INVOICE_PROFILES: readonly (readonly [EInvoiceProfile, string])[] = [
  ["en16931", "EN 16931 (European standard)"],
  ["peppol", "Peppol BIS Billing 3.0"],
  ["xrechnung", "XRechnung 3.0 (Germany)"],
];

export function profileOf(text: string): EInvoiceProfile | undefined {
  return E_INVOICE_PROFILES.find(([profile]) => profile === text)?.[0];
}

export function nameOfProfile(profile: EInvoiceProfile): string {
  return E_INVOICE_PROFILES.find(([one]) => one === profile)?.[1] ?? profile;
}
