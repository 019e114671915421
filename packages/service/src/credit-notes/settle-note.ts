import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  type AccountCreditEntry,
  addCreditApplied,
  type CreditNoteRow,
  findInvoiceLines,
  insertAccountCreditEntries,
  type InvoiceRow,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import { toInvoice } from "../invoices/invoice.ts";
import { amountDue } from "../invoices/invoice-totals.ts";
import { audit, notify } from "../record.ts";
import type { Refunding } from "../payments/refund-payment.ts";
import { requestRefund } from "./request-refund.ts";

/** Where the amount goes: off what the invoice asks for, to the account's credit, or back to whoever paid. */
export async function settleNote(refunding: Refunding, note: CreditNoteRow): Promise<CreditNoteRow> {
  const { work, invoice } = refunding;
  const total = Decimal.of(note.total);
  const money = (amount: Decimal) => formatAmount({ amount, currency: note.currency });
  switch (note.outcome) {
    case "account_credit":
      return { ...note, amountCredited: note.total };
    case "apply": {
      const applied = Decimal.max(Decimal.zero, Decimal.min(total, amountDue(invoice)));
      await lowerDue(work, invoice, applied);
      return { ...note, amountApplied: money(applied), amountCredited: money(total.minus(applied)) };
    }
    case "refund":
      await requestRefund(refunding, { amount: total, reason: note.reason });
      // What was taken back from what is paid would be due again.
      await lowerDue(work, invoice, total);
      return { ...note, amountApplied: note.total, amountRefunded: note.total };
  }
}

async function lowerDue(work: Work, invoice: InvoiceRow, amount: Decimal): Promise<void> {
  if (amount.isZero()) return;
  const now = work.clock.now();
  const row = await addCreditApplied(work.tx, invoice.id, amount.toString(), now);
  if (row === undefined) throw new Error(`invoice ${invoice.id} does not ask for ${amount.toString()}`);
  const lines = await findInvoiceLines(work.tx, [invoice.id]);
  const after = toInvoice(row, lines);
  await audit(work, { action: "invoice.credited", objectId: row.id, before: toInvoice(invoice, lines), after });
  if (row.status !== "paid" || invoice.status === "paid") return;
  await notify(work, "invoice.paid", row.id, after);
}

/**
 * A note is a gift to the account's credit, and what it takes off the invoice is used up at once: so what an invoice shows as
 * credit applied is always what the ledger says it used.
 */
export async function writeNoteCredit(work: Work, note: CreditNoteRow): Promise<void> {
  const { id: creditNoteId, accountId, currency, createdAt } = note;
  const entry = (amount: Decimal, members: Pick<AccountCreditEntry, "kind" | "invoiceId">): AccountCreditEntry => ({
    id: work.ids.next("credit"),
    accountId,
    currency,
    amount: amount.toString(),
    creditNoteId,
    createdAt,
    ...members,
  });
  const applied = Decimal.of(note.amountApplied);
  await insertAccountCreditEntries(work.tx, [
    entry(Decimal.of(note.total), { kind: "credit_note", invoiceId: null }),
    ...(applied.isZero() ? [] : [entry(applied.negate(), { kind: "used", invoiceId: note.invoiceId })]),
  ]);
}
