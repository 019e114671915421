import { Decimal } from "@counterfoil/engine";
import { addAmountPaid, findInvoiceLines, type InvoiceRow } from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { grantPaidTopUps } from "../../credits/index.ts";
import { recordOwed } from "../../journal/index.ts";
import { amountDue, type Invoice, lockInvoiceFor, toInvoice, writtenAmount } from "../../invoices/index.ts";
import { audit, notify } from "../../record.ts";

/**
 * Adds an amount to the amount paid of an invoice, and marks the invoice paid when nothing is due (R-INV-2, R-INV-7).
 * 409 for more than is due: the caller must turn the excess into account credit.
 */
export async function applyPayment(transaction: Work, invoiceId: string, amount: Decimal): Promise<Invoice> {
  const { work, invoice } = await lockInvoiceFor(transaction, invoiceId, "pay");
  return movePaid(work, invoice, amount);
}

/** Subtracts an amount from the amount paid. The invoice is due again, and overdue if its due day has passed. */
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
    ? `Only ${written(Decimal.of(invoice.amountPaid))} of the invoice is paid. At most that amount can be taken back.`
    : `The invoice is ${invoice.status} and its amount due is ${written(amountDue(invoice))}. Pay at most that amount.`;
  return new DomainError("state_conflict", detail);
}
