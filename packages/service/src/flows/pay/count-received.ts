import { Decimal } from "@counterfoil/engine";
import { insertAccountCreditEntries, type InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { applyPayment } from "./apply-payment.ts";
import { amountDue, isOwed } from "../../invoices/index.ts";
import { recordCredited } from "../../journal/index.ts";

/** Where received money went. The two amounts sum to it. */
export interface Received {
  readonly applied: Decimal;
  readonly credited: Decimal;
}

/** How much of the money received for an invoice pays its amount due. The rest becomes account credit. */
export function splitReceived(invoice: InvoiceRow, amount: Decimal): Received {
  const due = isOwed(invoice) ? Decimal.max(amountDue(invoice), Decimal.zero) : Decimal.zero;
  const applied = Decimal.min(amount, due);
  return { applied, credited: amount.minus(applied) };
}

/**
 * Counts money received for a locked invoice. It pays the amount due, and the excess becomes account credit (R-INV-7).
 * Received money is never refunded automatically: if the invoice is void or paid by now, all of it becomes credit.
 */
export async function countReceived(work: Work, invoice: InvoiceRow, amount: Decimal): Promise<Received> {
  const { applied, credited } = splitReceived(invoice, amount);
  if (applied.isPositive()) await applyPayment(work, invoice.id, applied);
  await addAccountCredit(work, invoice, credited);
  return { applied, credited };
}

/** Adds to an account's credit, or subtracts from it if the amount is negative. */
export async function addAccountCredit(work: Work, invoice: InvoiceRow, amount: Decimal): Promise<void> {
  if (amount.isZero()) return;
  const { id: invoiceId, accountId, currency } = invoice;
  const [id, createdAt] = [work.ids.next("credit"), work.clock.now()];
  const entry = { id, accountId, currency, amount: amount.toString(), invoiceId, createdAt };
  await insertAccountCreditEntries(work.tx, [{ ...entry, kind: "payment" }]);
  await recordCredited(work, invoice, amount);
}
