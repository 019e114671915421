import { isWritten, type Rule, ruleAt } from "../rules/rule.ts";
import { addressRule, contactRules, electronicAddressRules } from "./address-rules.ts";

/** The requirements of XRechnung 3.0 beyond the standard that an invoice from `inProfile` can violate. */
export const xrechnungRules: readonly Rule[] = [
  ruleAt("BR-DE-15", "An invoice must have a buyer reference (BT-10).", "/buyerReference", (invoice) =>
    isWritten(invoice.buyerReference),
  ),
  ...contactRules({ name: "BR-DE-5", telephone: "BR-DE-6", email: "BR-DE-7" }),
  addressRule("BR-DE-3", "seller", "city"),
  addressRule("BR-DE-4", "seller", "postalCode"),
  addressRule("BR-DE-8", "buyer", "city"),
  addressRule("BR-DE-9", "buyer", "postalCode"),
  ...electronicAddressRules,
];
