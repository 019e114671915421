import type { ElectronicInvoice } from "../model/electronic-invoice.ts";
import { isWritten, rule, type Rule, ruleAt } from "./rule.ts";
import { type TaxedKind, taxedParts } from "./taxed-parts.ts";

/**
 * An invoice must not combine items outside the scope of VAT with others, and a delivery to another country must state
 * where.
 */
export const outOfScopeRules: readonly Rule[] = [
  rule("BR-O-11", 'An invoice with a VAT breakdown "Not subject to VAT" must have no other breakdown.', (invoice) =>
    hasBreakdown(invoice, "O")
      ? invoice.vatBreakdown.flatMap(({ category }, at) => (category === "O" ? [] : [`/vatBreakdown/${at}/category`]))
      : [],
  ),
  alone("BR-O-12", "lines"),
  alone("BR-O-13", "allowances"),
  alone("BR-O-14", "surcharges"),
  ruleAt(
    "BR-IC-11",
    'An invoice with "Intra-community supply" must have a delivery date (BT-72) or a period (BG-14).',
    "/delivery/deliveredOn",
    (invoice) =>
      !hasBreakdown(invoice, "K") || isWritten(invoice.delivery?.deliveredOn ?? null) || invoice.period !== null,
  ),
  ruleAt(
    "BR-IC-12",
    'An invoice with "Intra-community supply" must name the country of delivery (BT-80).',
    "/delivery/address/country",
    (invoice) => !hasBreakdown(invoice, "K") || isWritten(invoice.delivery?.address?.country ?? null),
  ),
];

function alone(id: string, kind: TaxedKind): Rule {
  return rule(
    id,
    `An invoice with a VAT breakdown "Not subject to VAT" must not have ${kind} of another category.`,
    (invoice) =>
      hasBreakdown(invoice, "O")
        ? taxedParts(invoice, kind)
            .filter(({ vat }) => vat.category !== "O")
            .map(({ path }) => `${path}/category`)
        : [],
  );
}

function hasBreakdown(invoice: ElectronicInvoice, code: "O" | "K"): boolean {
  return invoice.vatBreakdown.some(({ category }) => category === code);
}
