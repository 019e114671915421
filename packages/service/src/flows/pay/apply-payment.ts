import { Decimal } from "@counterfoil/engine";
import { addAmountPaid, findInvoiceLines, type InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { grantPaidTopUps } from "../../credits/index.ts";
import { recordOwed } from "../../journal/index.ts";
import { amountDue, type Invoice, lockInvoiceFor, toInvoice, writtenAmount } from "../../invoices/index.ts";
import { audit, notify } from "../../record.ts";

/**
 * Counts an amount as paid of an invoice, and marks it paid when nothing is due any more (R-INV-2, R-INV-7). Never more than
 * is due (409): what is over is the caller's to keep as account credit.
 */
export async function applyPayment(transaction: Work, invoiceId: string, amount: Decimal): Promise<Invoice> {
  const { work, invoice } = await lockInvoiceFor(transaction, invoiceId, "pay");
  return movePaid(work, invoice, amount);
}

/** Takes back what was counted as paid: the invoice is due again, and overdue where its day has passed. */
export async function takeBackPayment(transaction: Work, invoiceId: string, amount: Decimal): Promise<Invoice> {
  const { work, invoice } = await lockInvoiceFor(transaction, invoiceId, "takeBackPayment");
  return movePaid(work, invoice, amount.negate());
}

async function movePaid(work: Work, before: InvoiceRow, amount: Decimal): Promise<Invoice> {
  const row = await addAmountPaid(work.tx, before.id, amount.toString(), work.clock.now());
  if (row === undefined) throw refusal(before, amount);
  await recordOwed(work, amount.isNegative() ? "payment_taken_back" : "payment_applied", before, row);
  const lines = await findInvoiceLines(work.tx, [row.id]);
  const after = toInvoice(row, lines);
  const action = amount.isNegative() ? "invoice.payment_taken_back" : "invoice.payment_applied";
  await audit(work, { action, objectId: row.id, before: toInvoice(before, lines), after });
  if (row.status === "paid" && before.status !== "paid") {
    await notify(work, "invoice.paid", row.id, after);
    await grantPaidTopUps(work, [row]);
  }
  return after;
}

function refusal(invoice: InvoiceRow, amount: Decimal): DomainError {
  const { currency } = invoice;
  const written = (value: Decimal) => writtenAmount(value, currency);
  const detail = amount.isNegative()
    ? `${written(Decimal.of(invoice.amountPaid))} of the invoice is paid; no more than that can be taken back.`
    : `The invoice is ${invoice.status} and ${written(amountDue(invoice))} of it is due; no more than that can be paid.`;
  return new DomainError("state_conflict", detail);
}
