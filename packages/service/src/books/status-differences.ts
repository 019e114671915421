import type { BookedInvoiceRow } from "@counterfoil/storage";
import { amountDue, dueDates } from "../invoices/index.ts";
import { compare, type Difference } from "./line-differences.ts";

/**
 * Proves the status and the overdue day of an invoice, which balances and reports read: they follow from what is due, from its due
 * date, and from what the audit log says was done to it. `now` is the system's time; an account on a test clock has its own. An
 * invoice that was due just now may still be `issued`, because a worker marks it a moment later.
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
  // A payment that was taken back makes an invoice due again, also one that was given up on. The journal proves which it is.
  if (wasGivenUp && !isUnpaid) return "uncollectible";
  return status === "overdue" && overdueAt !== null && overdueAt <= now ? "overdue" : "issued";
}

/** The end of the day on which it is due, in its own zone. */
function dueEnd(invoice: BookedInvoiceRow): string {
  if (invoice.dueDate === null || invoice.issueDate === null) return "none";
  return dueDates(invoice, invoice.issueDate).overdueAt ?? "none";
}
