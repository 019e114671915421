import type { BookedInvoiceRow } from "@counterfoil/storage";
import { amountDue, dueDates } from "../invoices/index.ts";
import { compare, type Difference } from "./line-differences.ts";

/**
 * Checks the status and the overdue time of an invoice, which balances and reports read. They follow from the amount
 * due, the due date, and what the audit log says was done. `now` is the system's time; an account on a test clock has
 * its own. An invoice that became overdue just now may still be `issued`, because a worker marks it a moment later.
 */
export function statusDifferences(invoice: BookedInvoiceRow, now: string): Difference[] {
  const { status, number, overdueAt } = invoice;
  if (number === null) return [];
  return [
    ...compare("status", status, expectedStatus(invoice, invoice.clockTime ?? now)),
    ...compare("overdueAt", overdueAt ?? "none", dueEnd(invoice)),
  ];
}

function expectedStatus(invoice: BookedInvoiceRow, now: string): string {
  const { status, wasVoided, wasGivenUp, overdueAt } = invoice;
  if (wasVoided) return "void";
  if (amountDue({ ...invoice, status: "issued" }).isZero()) return "paid";
  const isUnpaid = status === "issued" || status === "overdue";
  // If a payment was taken back, an invoice is due again, even one that was written off. The journal shows which it is.
  if (wasGivenUp && !isUnpaid) return "uncollectible";
  return status === "overdue" && overdueAt !== null && overdueAt <= now ? "overdue" : "issued";
}

/** The end of the due day, in the invoice's zone. */
function dueEnd(invoice: BookedInvoiceRow): string {
  if (invoice.dueDate === null || invoice.issueDate === null) return "none";
  return dueDates(invoice, invoice.issueDate).overdueAt ?? "none";
}
