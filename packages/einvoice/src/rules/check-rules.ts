import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import { allowanceRules } from "./allowance-rules.ts";
import { categoryRules } from "./category-rules.ts";
import { codeRules } from "./code-rules.ts";
import { decimalRules } from "./decimal-rules.ts";
import { documentRules } from "./document-rules.ts";
import { lineRules } from "./line-rules.ts";
import { outOfScopeRules } from "./out-of-scope-rules.ts";
import { partyRules } from "./party-rules.ts";
import { paymentRules } from "./payment-rules.ts";
import type { BrokenRule, Rule } from "./rule.ts";
import { sumRules } from "./sum-rules.ts";

/**
 * Every rule of EN 16931 that an invoice in our model can violate. docs/e-invoicing.md lists the rules that it cannot
 * violate.
 */
export const RULES: readonly Rule[] = [
  ...documentRules,
  ...partyRules,
  ...lineRules,
  ...allowanceRules,
  ...paymentRules,
  ...sumRules,
  ...decimalRules,
  ...categoryRules,
  ...outOfScopeRules,
  ...codeRules,
];

/** The rules that the invoice violates, and where. Empty for an invoice that meets the standard. */
export function checkRules(invoice: ElectronicInvoice): BrokenRule[] {
  return brokenRules(invoice, RULES);
}

/** The rules of `rules` that the invoice violates, and where. */
export function brokenRules(invoice: ElectronicInvoice, rules: readonly Rule[]): BrokenRule[] {
  return rules.flatMap(({ id, message, broken }) => broken(invoice).map((path) => ({ rule: id, message, path })));
}
