import {
  findCreditingInvoices,
  findCreditNotesOf,
  findInvoiceLines,
  findInvoices,
  hasReturnedToGrants,
  type InvoiceRow,
  markReplaced,
  markVoid,
  moveTopUp,
  voidLines,
} from "@counterfoil/storage";
import { billVoidAgain } from "./bill-void-again.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { giveBackCredit, settleWrittenOff } from "../../credits/index.ts";
import { DomainError } from "../../errors/index.ts";
import { recordVoided } from "../../journal/index.ts";
import { audit, notify } from "../../record.ts";
import { type Invoice, lockInvoiceFor, toInvoice } from "../../invoices/index.ts";

export interface VoidInput {
  reason: string;
  /** Creates a draft that bills the same again, from what is known now. */
  rebill?: boolean;
}

/**
 * Voids an invoice of which nothing is paid (R-INV-2). Its number stays used, its lines no longer bill anything, and
 * the account credit that it used is given back. With `rebill` a new draft replaces it.
 */
export function voidInvoice(context: Context, id: string, input: VoidInput): Promise<Invoice> {
  return transact(context, async (transaction) => {
    const { work, invoice, now } = await lockInvoiceFor(transaction, id, "void");
    await refuseNoted(work, invoice);
    if (input.rebill !== true) await refuseCredited(work, invoice);
    await refuseReturned(work, invoice);
    const lines = await findInvoiceLines(work.tx, [id]);
    await markVoid(work.tx, id, input.reason, now);
    await voidLines(work.tx, id);
    // Billing comes before the lock on the account, as everywhere (docs/locking.md).
    const again = input.rebill === true ? await billVoidAgain(work, invoice, lines, now) : undefined;
    const returned = await giveBackCredit(work, invoice);
    await recordVoided(work, invoice);
    await settleWrittenOff(work, invoice, returned);
    if (again !== undefined) {
      await markReplaced(work.tx, id, again.invoice.id);
      await moveTopUp(work.tx, id, again.invoice.id);
    }
    const [row] = await findInvoices(work.tx, [id]);
    const after = toInvoice(row ?? invoice, lines);
    await audit(work, { action: "invoice.voided", objectId: id, before: toInvoice(invoice, lines), after });
    await notify(work, "invoice.voided", id, after);
    if (again !== undefined) {
      const { shown } = again;
      await audit(work, { action: "invoice.created", objectId: shown.id, after: shown });
      await notify(work, "invoice.created", shown.id, shown);
    }
    return after;
  });
}

/**
 * Refuses if another invoice gives back part of this one: without this invoice, that would be given back for nothing.
 */
async function refuseCredited({ tx }: Work, { id, status }: InvoiceRow): Promise<void> {
  const credited = await findCreditingInvoices(tx, id);
  if (credited.length === 0) return;
  const names = credited.map((invoice) => invoice.number ?? invoice.id).join(", ");
  throw new DomainError(
    "state_conflict",
    `The invoice is ${status}, and ${names} credits part of its charges. ` +
      "Void it with rebill, which charges it again, or void the crediting invoice first.",
  );
}

/** Refuses if prepaid grants already got back what they paid: it can be returned only once. */
async function refuseReturned({ tx }: Work, { id, status }: InvoiceRow): Promise<void> {
  if (!(await hasReturnedToGrants(tx, id))) return;
  const detail = `The invoice is ${status}, and a later invoice already returned the prepaid credit that paid it. `;
  throw new DomainError("state_conflict", `${detail}Correct it with a credit note.`);
}

/**
 * Refuses an invoice with a credit note: an issued note keeps its invoice valid. Another note can give back the rest.
 */
async function refuseNoted({ tx }: Work, { id, status }: InvoiceRow): Promise<void> {
  const notes = await findCreditNotesOf(tx, id);
  if (notes.length === 0) return;
  const numbers = notes.map(({ number }) => number).join(", ");
  const detail = `The invoice is ${status} and cannot be voided because ${numbers} already credits part of it. `;
  throw new DomainError("state_conflict", `${detail}Credit the rest with another credit note.`);
}
