import type { InvoicingPeriod } from "../model/terms.ts";
import { isWritten, type Rule, ruleAt, ruleForEach } from "./rule.ts";

export const documentRules: readonly Rule[] = [
  ruleAt("BR-01", "An invoice must name the specification it follows (BT-24).", "/specification", (invoice) =>
    isWritten(invoice.specification),
  ),
  ruleAt("BR-02", "An invoice must have a number (BT-1).", "/number", (invoice) => isWritten(invoice.number)),
  ruleAt("BR-03", "An invoice must have a date of issue (BT-2).", "/issuedOn", (invoice) =>
    isWritten(invoice.issuedOn),
  ),
  ruleAt("BR-04", "An invoice must have a type code (BT-3).", "/typeCode", (invoice) => isWritten(invoice.typeCode)),
  ruleAt("BR-05", "An invoice must have a currency (BT-5).", "/currency", (invoice) => isWritten(invoice.currency)),
  ruleAt("BR-16", "An invoice must have at least one line (BG-25).", "/lines", (invoice) => invoice.lines.length > 0),
  ruleAt("BR-29", "The period (BG-14) must not end before it starts.", "/period", ({ period }) => isInOrder(period)),
  ruleForEach("BR-52", "A supporting document (BG-24) must have a reference (BT-122).", {
    list: "/supportingDocuments",
    members: (invoice) => invoice.supportingDocuments,
    holds: ({ reference }) => isWritten(reference),
    member: "/reference",
  }),
  ruleAt(
    "BR-53",
    "An invoice with a VAT accounting currency (BT-6) must also give the VAT in it (BT-111).",
    "/totals/vatInAccountingCurrency",
    ({ vatAccountingCurrency, totals }) => vatAccountingCurrency === null || totals.vatInAccountingCurrency !== null,
  ),
  ruleForEach("BR-55", "A preceding invoice (BG-3) must be named by its number (BT-25).", {
    list: "/precedingInvoices",
    members: (invoice) => invoice.precedingInvoices,
    holds: ({ number }) => isWritten(number),
    member: "/number",
  }),
  ruleAt(
    "BR-CO-03",
    "The VAT point must be a date (BT-7) or a code (BT-8), not both.",
    "/vatPointCode",
    ({ vatPointOn, vatPointCode }) => vatPointOn === null || vatPointCode === null,
  ),
  ruleAt(
    "BR-CO-18",
    "An invoice must have at least one VAT breakdown (BG-23).",
    "/vatBreakdown",
    (invoice) => invoice.vatBreakdown.length > 0,
  ),
  ruleAt("BR-CO-19", "A period (BG-14) must have a start or an end.", "/period", ({ period }) => isBounded(period)),
  ruleAt(
    "BR-CO-25",
    "An invoice with an amount due must have a due date (BT-9) or payment terms (BT-20).",
    "/dueOn",
    ({ totals, dueOn, paymentTerms }) => !totals.due.isPositive() || isWritten(dueOn) || isWritten(paymentTerms),
  ),
];

export function isInOrder(period: InvoicingPeriod | null): boolean {
  return period === null || period.start === null || period.end === null || period.start <= period.end;
}

export function isBounded(period: InvoicingPeriod | null): boolean {
  return period === null || period.start !== null || period.end !== null;
}
