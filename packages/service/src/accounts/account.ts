import type { TaxStatus } from "@counterfoil/engine";
import type { AccountRow, AddressRow, ElectronicAddress, StoredProfile } from "@counterfoil/storage";

export type Address = AddressRow;

/** An account as the API shows it. */
export interface Account extends AccountRow {
  /** Name of the primary contact. */
  contactName: string | null;
  /** Email address of the primary contact. */
  contactEmail: string | null;
}

/**
 * Row → resource, member by member, because notifications keep the result and a locked row has internal members.
 * `billingEmail` falls back to the primary contact's email address if none was set.
 */
export function toAccount(row: AccountRow): Account {
  const primary = row.contacts.find((contact) => contact.isPrimary);
  const contactEmail = primary?.email ?? null;
  const name = [primary?.firstName, primary?.lastName].filter((part) => part !== null && part !== undefined).join(" ");
  const { id, aliases, contacts, billingAddress, currency, taxId, taxStatus, taxCountry, taxRateIds } = row;
  return {
    id,
    name: row.name,
    aliases,
    contacts,
    billingAddress,
    currency,
    taxId,
    taxStatus,
    taxCountry,
    taxRateIds,
    timezone: row.timezone,
    locale: row.locale,
    electronicAddress: row.electronicAddress,
    buyerReference: row.buyerReference,
    registrationNumber: row.registrationNumber,
    registrationScheme: row.registrationScheme,
    eInvoiceProfile: row.eInvoiceProfile,
    testClockId: row.testClockId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    billingEmail: row.billingEmail ?? contactEmail,
    contactName: name === "" ? null : name,
    contactEmail,
  };
}

/** A contact as a caller writes it. A contact with the `id` of an existing contact changes that contact. */
export interface ContactInput {
  id?: string;
  email: string;
  firstName?: string | null;
  lastName?: string | null;
  isPrimary?: boolean;
  emailPreferences?: string[];
}

/** What a caller writes of an account. On create a missing member has no value; in a change it stays. */
export interface AccountInput {
  name?: string;
  aliases?: string[];
  contacts?: ContactInput[];
  contactName?: string | null;
  contactEmail?: string | null;
  billingAddress?: Partial<Address> | null;
  currency?: string;
  billingEmail?: string | null;
  taxId?: string | null;
  taxStatus?: TaxStatus | null;
  taxCountry?: string | null;
  taxRateIds?: string[];
  timezone?: string | null;
  locale?: string | null;
  electronicAddress?: ElectronicAddress | null;
  buyerReference?: string | null;
  registrationNumber?: string | null;
  registrationScheme?: string | null;
  eInvoiceProfile?: StoredProfile | null;
}
