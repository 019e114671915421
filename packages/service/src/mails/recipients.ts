import type { AccountRow, CustomerMailKind, SubscriptionRow } from "@counterfoil/storage";

/** An address that receives a mail, and the name of its reader. */
export interface Recipient {
  readonly address: string;
  readonly name: string | null;
}

/** Allows nothing that could be read as a second address or as another header. */
const ADDRESS =
  /^[^\s@,;:<>()[\]\\"\u0000-\u001f\u007f-\u009f]{1,64}@[^\s@,;:<>()[\]\\"\u0000-\u001f\u007f-\u009f]{1,255}$/;

/** Whether mail can be sent to this address. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/** The contact preference that selects each kind of mail. */
const PREFERENCE: Readonly<Record<CustomerMailKind, "billing" | "updates">> = {
  invoice: "billing",
  receipt: "billing",
  reminder: "billing",
  overdue: "billing",
  quote: "updates",
  activation: "updates",
};

/**
 * The recipients of a mail, each address once. Mails about money go to the billing address, or without one to the
 * primary contact, and to every contact with the preference `billing`. A quote goes to its signer, or without one to
 * the primary contact. All other mails go to every contact with the preference `updates`, or if there are none, to the
 * primary contact.
 */
export function recipientsOf(
  kind: CustomerMailKind,
  account: AccountRow,
  subscription: SubscriptionRow | null,
): Recipient[] {
  const contacts = account.contacts.map((contact) => ({ ...contact, address: contact.email, name: nameOf(contact) }));
  const primary = contacts.filter(({ isPrimary }) => isPrimary);
  const asked = contacts.filter(({ emailPreferences }) => emailPreferences.includes(PREFERENCE[kind]));
  const billing =
    account.billingEmail === null
      ? primary
      : [
          { address: account.billingEmail, name: null },
          ...primary.filter((one) => isSame(one.address, account.billingEmail)),
        ];
  if (kind === "quote") {
    const { signerEmail = null, signerName = null } = subscription ?? {};
    return distinct(signerEmail === null ? primary : [{ address: signerEmail, name: signerName }]);
  }
  if (kind === "activation") return distinct(asked.length > 0 ? asked : primary);
  return distinct([...billing, ...asked]);
}

function nameOf({ firstName, lastName }: AccountRow["contacts"][number]): string | null {
  const name = [firstName, lastName].filter(Boolean).join(" ");
  return name === "" ? null : name;
}

function isSame(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

/** Each address once, with its known name. Removes addresses that cannot receive mail. */
function distinct(found: readonly Recipient[]): Recipient[] {
  const byAddress = new Map<string, Recipient>();
  for (const { address, name } of found) {
    const key = address.toLowerCase();
    if (isMailAddress(address))
      byAddress.set(key, { address: byAddress.get(key)?.address ?? address, name: byAddress.get(key)?.name ?? name });
  }
  return [...byAddress.values()];
}
