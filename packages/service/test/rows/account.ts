import type { AccountRow } from "@counterfoil/storage";

const at = "2024-01-01T00:00:00.000Z";

/** A customer without contacts, in the organization's time zone. */
export const account = (members: Partial<AccountRow> = {}): AccountRow => ({
  id: "acct_1",
  name: "Globex",
  billingAddress: null,
  currency: "EUR",
  billingEmail: null,
  taxId: null,
  taxStatus: null,
  taxCountry: null,
  timezone: null,
  testClockId: null,
  taxRateIds: [],
  locale: null,
  electronicAddress: null,
  buyerReference: null,
  registrationNumber: null,
  registrationScheme: null,
  eInvoiceProfile: null,
  aliases: [],
  contacts: [],
  createdAt: at,
  updatedAt: at,
  ...members,
});

type Contact = AccountRow["contacts"][number];

export const contact = (email: string, members: Partial<Contact> = {}): Contact => ({
  id: `contact_${email}`,
  email,
  firstName: null,
  lastName: null,
  isPrimary: false,
  emailPreferences: [],
  ...members,
});
