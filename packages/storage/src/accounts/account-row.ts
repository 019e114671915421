import type { TaxStatus } from "@counterfoil/engine";

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
  testClockId: string | null;
  createdAt: string;
  updatedAt: string;
}
