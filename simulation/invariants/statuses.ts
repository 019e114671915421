import { Rational } from "../auditor/rational.ts";
import type { StoredInvoice } from "../platform/ledger.ts";
import type { Holdings } from "./holdings.ts";

/** An invoice's status follows from the amount due and the due date (invariant 10, R-INV-2). */
export function checkStatuses({ invoices, money, now }: Holdings): string[] {
  const givenUp = new Set(
    money.turns.flatMap(({ kind, invoiceId }) => (kind === "invoice_uncollectible" ? [invoiceId] : [])),
  );
  return invoices.flatMap((invoice) => {
    const { id, status, number, overdueAt } = invoice;
    if (number === null || status === "void") return [];
    const due = dueOf(invoice);
    if (due.isNegative()) return [`${id} is overpaid: ${due.toText()} is due`];
    const isOverdue = overdueAt !== null && overdueAt <= now;
    const open = givenUp.has(id) ? ["uncollectible", "issued", "overdue"] : [isOverdue ? "overdue" : "issued"];
    const expected = due.isZero() ? ["paid"] : open;
    return expected.includes(status)
      ? []
      : [`${id} is ${status}, and ${due.toText()} is due: it should be ${expected.join(" or ")}`];
  });
}

function dueOf({ total, creditsApplied, amountPaid }: StoredInvoice): Rational {
  return Rational.of(total).minus(Rational.of(creditsApplied)).minus(Rational.of(amountPaid));
}
