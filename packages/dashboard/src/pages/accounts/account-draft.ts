import type { Account, AccountTaxStatus, CreateAccountRequest } from "@counterfoil/sdk";
import { profileOf } from "../../format/e-invoice-profiles.ts";

export interface ContactDraft {
  readonly id?: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isPrimary: boolean;
  readonly emailPreferences: readonly ("updates" | "billing")[];
}

/** What the form holds: texts, empty where nothing is known. */
export interface AccountDraft {
  readonly name: string;
  readonly aliases: string;
  readonly currency: string;
  readonly billingEmail: string;
  readonly line1: string;
  readonly line2: string;
  readonly postalCode: string;
  readonly city: string;
  readonly state: string;
  readonly taxCountry: string;
  readonly taxId: string;
  readonly taxStatus: AccountTaxStatus | "";
  readonly timezone: string;
  readonly locale: string;
  readonly buyerReference: string;
  readonly addressScheme: string;
  readonly addressValue: string;
  readonly registrationNumber: string;
  readonly registrationScheme: string;
  readonly eInvoiceProfile: string;
  readonly testClockId: string;
  readonly contacts: readonly ContactDraft[];
}

export const NEW_CONTACT: ContactDraft = {
  email: "",
  firstName: "",
  lastName: "",
  isPrimary: true,
  emailPreferences: ["updates", "billing"],
};

export function newAccountDraft(currency: string): AccountDraft {
  return {
    name: "",
    aliases: "",
    currency,
    billingEmail: "",
    line1: "",
    line2: "",
    postalCode: "",
    city: "",
    state: "",
    taxCountry: "",
    taxId: "",
    taxStatus: "",
    timezone: "",
    locale: "",
    buyerReference: "",
    addressScheme: "",
    addressValue: "",
    registrationNumber: "",
    registrationScheme: "",
    eInvoiceProfile: "",
    testClockId: "",
    contacts: [NEW_CONTACT],
  };
}

export function draftOfAccount(account: Account): AccountDraft {
  const address = account.billingAddress;
  return {
    name: account.name,
    aliases: account.aliases.join(", "),
    currency: account.currency,
    billingEmail: account.billingEmail ?? "",
    line1: address?.line1 ?? "",
    line2: address?.line2 ?? "",
    postalCode: address?.postalCode ?? "",
    city: address?.city ?? "",
    state: address?.state ?? "",
    taxCountry: account.taxCountry ?? "",
    taxId: account.taxId ?? "",
    taxStatus: account.taxStatus ?? "",
    timezone: account.timezone ?? "",
    locale: account.locale ?? "",
    buyerReference: account.buyerReference ?? "",
    addressScheme: account.electronicAddress?.scheme ?? "",
    addressValue: account.electronicAddress?.value ?? "",
    registrationNumber: account.registrationNumber ?? "",
    registrationScheme: account.registrationScheme ?? "",
    eInvoiceProfile: account.eInvoiceProfile ?? "",
    testClockId: account.testClockId ?? "",
    contacts: account.contacts.map(({ id, email, firstName, lastName, isPrimary, emailPreferences }) => ({
      id,
      email,
      firstName: firstName ?? "",
      lastName: lastName ?? "",
      isPrimary,
      emailPreferences: emailPreferences.filter((one): one is "updates" | "billing" => /^(updates|billing)$/.test(one)),
    })),
  };
}

/** What the server is told: an empty text is null there. */
export function bodyOfDraft(draft: AccountDraft): CreateAccountRequest {
  const address = {
    line1: orNull(draft.line1),
    line2: orNull(draft.line2),
    postalCode: orNull(draft.postalCode),
    city: orNull(draft.city),
    state: orNull(draft.state),
  };
  const [scheme, value] = [draft.addressScheme.trim(), draft.addressValue.trim()];
  return {
    name: draft.name.trim(),
    aliases: draft.aliases.split(/[\s,]+/).filter((alias) => alias !== ""),
    currency: draft.currency.trim().toUpperCase(),
    billingEmail: orNull(draft.billingEmail),
    billingAddress: Object.values(address).every((line) => line === null) ? null : address,
    taxCountry: orNull(draft.taxCountry.toUpperCase()),
    taxId: orNull(draft.taxId),
    taxStatus: draft.taxStatus === "" ? null : draft.taxStatus,
    timezone: orNull(draft.timezone),
    locale: orNull(draft.locale),
    buyerReference: orNull(draft.buyerReference),
    electronicAddress: scheme === "" && value === "" ? null : { scheme, value },
    registrationNumber: orNull(draft.registrationNumber),
    registrationScheme: orNull(draft.registrationScheme),
    eInvoiceProfile: profileOf(draft.eInvoiceProfile) ?? null,
    contacts: draft.contacts
      .filter(({ email }) => email.trim() !== "")
      .map(({ id, email, firstName, lastName, isPrimary, emailPreferences }) => ({
        ...(id !== undefined && { id }),
        email: email.trim(),
        firstName: orNull(firstName),
        lastName: orNull(lastName),
        isPrimary,
        emailPreferences,
      })),
  };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
