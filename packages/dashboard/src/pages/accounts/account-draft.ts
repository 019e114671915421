import type { Account, AccountTaxStatus, CreateAccountRequest, UpdateAccountRequest } from "@counterfoil/sdk";
import { profileOf } from "../../format/e-invoice-profiles.ts";

export interface ContactDraft {
  readonly id?: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isPrimary: boolean;
  readonly emailPreferences: readonly ("updates" | "billing")[];
}

/** The values of the form as text. Empty if not set. */
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
    // Without an address of its own, an account shows the one of its primary contact here.
    billingEmail: account.billingEmail === account.contactEmail ? "" : (account.billingEmail ?? ""),
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

/** The address of the primary contact, which gets the invoices if no other is named. Undefined if there is none. */
export function contactOf({ contacts }: Pick<AccountDraft, "contacts">): string | undefined {
  const named = contacts.filter(({ email }) => email.trim() !== "");
  return (named.find(({ isPrimary }) => isPrimary) ?? named[0])?.email.trim();
}

/** The members of the body that differ from those of the initial draft, for a change. */
export function changesOfDraft(initial: AccountDraft, draft: AccountDraft): UpdateAccountRequest {
  const before = bodyOfDraft(initial);
  return Object.fromEntries(
    Object.entries(bodyOfDraft(draft)).filter(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(before[member as keyof CreateAccountRequest]),
    ),
  );
}

/** The request body. An empty text becomes null. */
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
    currency: draft.currency,
    billingEmail: orNull(draft.billingEmail),
    billingAddress: Object.values(address).every((line) => line === null) ? null : address,
    taxCountry: orNull(draft.taxCountry),
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
