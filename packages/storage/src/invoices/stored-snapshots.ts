import type { AddressRow } from "../accounts/stored-address.ts";
import type { StoredProfile } from "../checks.gen.ts";
import type { DocumentTemplate } from "../documents/document-template.ts";
import type { ElectronicAddress, InvoiceContact, InvoiceNote } from "../organizations/electronic-party.ts";

/** The seller as printed, frozen when the invoice is issued. */
export interface SellerSnapshot {
  name: string;
  legalName: string | null;
  address: AddressRow | null;
  country: string | null;
  taxId: string | null;
  registrationNumber: string | null;
  email: string | null;
  logoUrl: string | null;
  bankDetails: string | null;
  brandColor: string;
  documentTemplate: DocumentTemplate;
  locale: string;
  /** Whether the PDF contains the invoice as XML. */
  eInvoicing: boolean;
  /** The following members are missing in snapshots of earlier releases. */
  registrationScheme?: string | null;
  electronicAddress?: ElectronicAddress | null;
  invoiceContact?: InvoiceContact | null;
  invoiceNotes?: InvoiceNote[];
  /** Which rules the XML of the invoice follows: the account's, or the organization's. */
  eInvoiceProfile?: StoredProfile;
}

/** The customer as printed, frozen when the invoice is issued. */
export interface BuyerSnapshot {
  name: string;
  address: AddressRow | null;
  country: string | null;
  taxId: string | null;
  email: string | null;
  /** The following members are missing in snapshots of earlier releases. */
  registrationNumber?: string | null;
  registrationScheme?: string | null;
  electronicAddress?: ElectronicAddress | null;
  buyerReference?: string | null;
}
