import { Decimal } from "@counterfoil/engine";
import { insertAccountCreditEntries, type InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { applyPayment } from "./apply-payment.ts";
import { amountDue, isOwed } from "../../invoices/index.ts";
import { recordCredited } from "../../journal/index.ts";

/** Where money that came in went. Both sum to it. */
export interface Received {
  readonly applied: Decimal;
  readonly credited: Decimal;
}

/** How much of money that comes in for an invoice pays what is due of it; the rest becomes account credit. */
export function splitReceived(invoice: InvoiceRow, amount: Decimal): Received {
  const due = isOwed(invoice) ? Decimal.max(amountDue(invoice), Decimal.zero) : Decimal.zero;
  const applied = Decimal.min(amount, due);
  return { applied, credited: amount.minus(applied) };
}

/**
 * Counts money that was received for an invoice, which is locked: as much as is due pays it, and what is over becomes account
 * credit (R-INV-7). Nothing that was received is ever refused: for an invoice that is void or paid by now all of it is credit.
 */
export async function countReceived(work: Work, invoice: InvoiceRow, amount: Decimal): Promise<Received> {
  const { applied, credited } = splitReceived(invoice, amount);
  if (applied.isPositive()) await applyPayment(work, invoice.id, applied);
  await addAccountCredit(work, invoice, credited);
  return { applied, credited };
}

/** Adds to an account's credit, or (negative) takes from it. */
export async function addAccountCredit(work: Work, invoice: InvoiceRow, amount: Decimal): Promise<void> {
  if (amount.isZero()) return;
  const { id: invoiceId, accountId, currency } = invoice;
  const [id, createdAt] = [work.ids.next("credit"), work.clock.now()];
  const entry = { id, accountId, currency, amount: amount.toString(), invoiceId, createdAt };
  await insertAccountCreditEntries(work.tx, [{ ...entry, kind: "payment" }]);
  await recordCredited(work, invoice, amount);
}
