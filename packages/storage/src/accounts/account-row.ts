import type { TaxStatus } from "@counterfoil/engine";
import type { ElectronicAddress, StoredProfile } from "../organizations/electronic-party.ts";

export interface ContactRow {
  id: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  isPrimary: boolean;
  emailPreferences: string[];
}

export interface AddressRow {
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
}

/** An account with what belongs to it: aliases and contacts in the order in which they were given. */
export interface AccountRow {
  id: string;
  name: string;
  aliases: string[];
  contacts: ContactRow[];
  billingAddress: AddressRow | null;
  currency: string;
  billingEmail: string | null;
  taxId: string | null;
  taxStatus: TaxStatus | null;
  taxCountry: string | null;
  /** Rates that apply to it whatever its place (R-INV-6). */
  taxRateIds: string[];
  timezone: string | null;
  /** BCP 47: the language of its documents, mails and pages; the organization's when null. */
  locale: string | null;
  /** Where its documents are sent to over a network (BT-49). */
  electronicAddress: ElectronicAddress | null;
  /** What it wants to find on invoices, such as a Leitweg-ID (BT-10). */
  buyerReference: string | null;
  /** In a register of companies (BT-47), and the register's code of ISO 6523. */
  registrationNumber: string | null;
  registrationScheme: string | null;
  /** Which rules XML follows; the organization's when null. */
  eInvoiceProfile: StoredProfile | null;
  testClockId: string | null;
  createdAt: string;
  updatedAt: string;
}
