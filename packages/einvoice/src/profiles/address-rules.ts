import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import { isWritten, type Rule, ruleAt } from "../rules/rule.ts";

type Side = "seller" | "buyer";
type AddressMember = "line1" | "city" | "postalCode";

const TERMS: Readonly<Record<Side, Readonly<Record<AddressMember, string>>>> = {
  seller: { line1: "BT-35", city: "BT-37", postalCode: "BT-38" },
  buyer: { line1: "BT-50", city: "BT-52", postalCode: "BT-53" },
};
const NAMES: Readonly<Record<AddressMember, string>> = {
  line1: "a street (line 1)",
  city: "a city",
  postalCode: "a postal code",
};

/**
 * A rule that requires a member of an address, where `applies`. If there is no address at all, BR-08 and BR-10 report
 * it.
 */
export function addressRule(
  id: string,
  side: Side,
  member: AddressMember,
  applies: (invoice: ElectronicInvoice) => boolean = () => true,
): Rule {
  const message = `The ${side}'s address must have ${NAMES[member]} (${TERMS[side][member]}).`;
  return ruleAt(
    id,
    message,
    `/${side}/address/${member}`,
    (invoice) => !applies(invoice) || isWritten(invoice[side].address?.[member] ?? null),
  );
}

/** The rules that require a complete contact of the seller, by their numbers. */
export function contactRules(
  numbers: { readonly name: string; readonly telephone: string; readonly email: string },
  applies: (invoice: ElectronicInvoice) => boolean = () => true,
): Rule[] {
  const contactRule = (id: string, member: "name" | "telephone" | "email", what: string) =>
    ruleAt(
      id,
      `The seller's contact must have ${what}.`,
      `/seller/contact/${member}`,
      (invoice) => !applies(invoice) || isWritten(invoice.seller.contact?.[member] ?? null),
    );
  return [
    contactRule(numbers.name, "name", "a name (BT-41)"),
    contactRule(numbers.telephone, "telephone", "a telephone number (BT-42)"),
    contactRule(numbers.email, "email", "an email address (BT-43)"),
  ];
}

/** Both parties must have an electronic address. */
export const electronicAddressRules: readonly Rule[] = [
  ruleAt(
    "PEPPOL-EN16931-R020",
    "The seller must have an electronic address (BT-34).",
    "/seller/electronicAddress",
    ({ seller }) => seller.electronicAddress !== null,
  ),
  ruleAt(
    "PEPPOL-EN16931-R010",
    "The buyer must have an electronic address (BT-49).",
    "/buyer/electronicAddress",
    ({ buyer }) => buyer.electronicAddress !== null,
  ),
];
