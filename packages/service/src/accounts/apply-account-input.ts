import type { AccountRow, ContactRow } from "@counterfoil/storage";
import type { Ids } from "../ids.ts";
import type { AccountInput, Address, ContactInput } from "./account.ts";

const NO_ADDRESS: Address = { line1: null, line2: null, city: null, state: null, postalCode: null };

/**
 * The account with a caller's members merged into it (merge patch: null clears, a missing member stays). `contactName`
 * and `contactEmail` are shortcuts for the primary contact if `contacts` is not given.
 */
export function applyAccountInput(account: AccountRow, input: AccountInput, ids: Ids): AccountRow {
  const { contacts, contactName, contactEmail, billingAddress, ...rest } = input;
  const merged: AccountRow = { ...account, ...rest };
  if (billingAddress !== undefined) {
    merged.billingAddress =
      billingAddress === null ? null : { ...NO_ADDRESS, ...account.billingAddress, ...billingAddress };
  }
  if (contacts !== undefined) merged.contacts = writtenContacts(account.contacts, contacts, ids);
  else if (contactName !== undefined || contactEmail !== undefined) {
    merged.contacts = withPrimary(account.contacts, contactName, contactEmail, ids);
  }
  return merged;
}

function writtenContacts(present: readonly ContactRow[], given: readonly ContactInput[], ids: Ids): ContactRow[] {
  const known = new Set(present.map((contact) => contact.id));
  const anyPrimary = given.some((contact) => contact.isPrimary === true);
  return given.map((contact, index) => ({
    id: contact.id !== undefined && known.has(contact.id) ? contact.id : ids.next("contact"),
    email: contact.email,
    firstName: contact.firstName ?? null,
    lastName: contact.lastName ?? null,
    // An account with contacts has a primary contact: the first, unless another is marked.
    isPrimary: contact.isPrimary ?? (!anyPrimary && index === 0),
    emailPreferences: contact.emailPreferences ?? [],
  }));
}

function withPrimary(
  present: readonly ContactRow[],
  name: string | null | undefined,
  email: string | null | undefined,
  ids: Ids,
): ContactRow[] {
  const primary = present.find((contact) => contact.isPrimary);
  const others = present.filter((contact) => contact !== primary);
  const address = email === undefined ? primary?.email : email;
  if (address === null || address === undefined) return others;
  const [firstName = null, ...last] = name === undefined ? [] : (name ?? "").split(" ").filter((part) => part !== "");
  const names =
    name === undefined
      ? { firstName: primary?.firstName ?? null, lastName: primary?.lastName ?? null }
      : { firstName, lastName: last.length === 0 ? null : last.join(" ") };
  const id = primary?.id ?? ids.next("contact");
  return [
    { id, email: address, ...names, isPrimary: true, emailPreferences: primary?.emailPreferences ?? [] },
    ...others,
  ];
}
