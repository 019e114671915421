import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import { brokenRules, RULES } from "../rules/check-rules.ts";
import type { BrokenRule, Rule } from "../rules/rule.ts";
import { peppolRules } from "./peppol-rules.ts";
import type { EInvoiceProfile } from "./profile.ts";
import { xrechnungRules } from "./xrechnung-rules.ts";

export const PROFILE_RULES: Readonly<Record<EInvoiceProfile, readonly Rule[]>> = {
  en16931: [],
  peppol: peppolRules,
  xrechnung: xrechnungRules,
};

/** The rules of the standard and of a profile that an invoice from `inProfile` violates, and where. */
export function checkProfile(invoice: ElectronicInvoice, profile: EInvoiceProfile): BrokenRule[] {
  return brokenRules(invoice, [...RULES, ...PROFILE_RULES[profile]]);
}
