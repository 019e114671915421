import { EN_16931 } from "../model/electronic-invoice.ts";

/**
 * The rules that an invoice follows in addition to the syntax: the standard alone, Peppol BIS Billing 3.0 for the
 * Peppol network, or XRechnung 3.0 for German authorities.
 */
export const E_INVOICE_PROFILES = ["en16931", "peppol", "xrechnung"] as const;
export type EInvoiceProfile = (typeof E_INVOICE_PROFILES)[number];

interface ProfileName {
  /** Its common name. */
  readonly name: string;
  /** BT-24 */
  readonly specification: string;
  /** BT-23 */
  readonly process: string | null;
}

const BILLING = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

export const PROFILE_NAMES: Readonly<Record<EInvoiceProfile, ProfileName>> = {
  en16931: { name: "EN 16931", specification: EN_16931, process: null },
  peppol: {
    name: "Peppol BIS Billing 3.0",
    specification: `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: BILLING,
  },
  xrechnung: {
    name: "XRechnung 3.0",
    specification: `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    process: BILLING,
  },
};
