import { peppolAddressSchemes } from "../codes/identifier-schemes.ts";
import type { VatCategory } from "../model/vat.ts";
import { isCoded, isWritten, rule, type Rule, ruleAt } from "../rules/rule.ts";
import { electronicAddressRules } from "./address-rules.ts";
import { nationalRules } from "./national-rules.ts";

/** The category for each VATEX reason, by the number of its rule. */
const REASONS: Readonly<Record<string, { readonly code: string; readonly category: VatCategory }>> = {
  P0104: { code: "VATEX-EU-G", category: "G" },
  P0105: { code: "VATEX-EU-O", category: "O" },
  P0106: { code: "VATEX-EU-IC", category: "K" },
  P0107: { code: "VATEX-EU-AE", category: "AE" },
  P0108: { code: "VATEX-EU-D", category: "E" },
  P0109: { code: "VATEX-EU-F", category: "E" },
  P0110: { code: "VATEX-EU-I", category: "E" },
  P0111: { code: "VATEX-EU-J", category: "E" },
};

/** The requirements of Peppol BIS Billing 3.0 beyond the standard that an invoice from `inProfile` can violate. */
export const peppolRules: readonly Rule[] = [
  ruleAt(
    "PEPPOL-EN16931-R003",
    "An invoice must have a buyer reference (BT-10) or a purchase order (BT-13).",
    "/buyerReference",
    (invoice) => isWritten(invoice.buyerReference),
  ),
  ...electronicAddressRules,
  rule(
    "PEPPOL-EN16931-CL008",
    "The scheme of an electronic address (BT-34, BT-49) must be one that Peppol accepts. Email (EM) is not.",
    ({ seller, buyer }) =>
      Object.entries({ seller, buyer }).flatMap(([side, { electronicAddress }]) =>
        isCoded(peppolAddressSchemes, electronicAddress?.scheme ?? null) ? [] : [`/${side}/electronicAddress/scheme`],
      ),
  ),
  ...Object.entries(REASONS).map(([number, { code, category }]) =>
    rule(
      `PEPPOL-EN16931-${number}`,
      `The reason ${code} (BT-121) must be used with the VAT category ${category}.`,
      (invoice) =>
        invoice.vatBreakdown.flatMap((one, at) =>
          one.exemptionReasonCode === code && one.category !== category ? [`/vatBreakdown/${at}/category`] : [],
        ),
    ),
  ),
  ...nationalRules,
];
