import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  type AccountCreditEntry,
  type CreditNoteRow,
  findInvoiceDraws,
  insertAccountCreditEntries,
  type InvoiceDraw,
  lockCreditOf,
  lockNumbering,
} from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { drawsToReturn, type GivenLines, moneyOf, returnToGrants } from "../../credits/index.ts";
import { creditInvoice } from "../../invoices/index.ts";
import type { Refunding } from "../pay/index.ts";
import { requestRefund } from "./request-refund.ts";
import { splitNote } from "./split-note.ts";

/** A note with the amounts that say where it goes, and the draws that go back to their grants. */
export interface SettledNote {
  readonly note: CreditNoteRow;
  readonly draws: readonly InvoiceDraw[];
}

/**
 * Decides where the amount goes: it reduces the amount due, is refunded to the payer, or becomes the customer's credit.
 * What a grant paid goes back to the grant, so that promotional credit never becomes credit that does not expire.
 * `given` is what the note gives back of each line.
 */
export async function settleNote(refunding: Refunding, note: CreditNoteRow, given: GivenLines): Promise<SettledNote> {
  const { work, invoice } = refunding;
  const total = Decimal.of(note.total);
  if (note.outcome === "refund") {
    await requestRefund(refunding, { amount: total, reason: note.reason });
    // The refund makes this amount due again; the note cancels that.
    await creditInvoice(work, invoice, total);
    return { note: { ...note, amountApplied: note.total, amountRefunded: note.total }, draws: [] };
  }
  // In the lock order numbers come before accounts, and the note takes its number when it is settled.
  await lockNumbering(work.tx, "take");
  await lockCreditOf(work.tx, [invoice.accountId]);
  const all = await findInvoiceDraws(work.tx, invoice.id);
  const { applied, credited, granted } = splitNote(invoice, note, {
    money: await moneyOf(work, invoice.id),
    grants: Decimal.sum(all.map(({ amountPaid }) => Decimal.of(amountPaid))),
  });
  await creditInvoice(work, invoice, applied);
  const money = (amount: Decimal) => formatAmount({ amount, currency: note.currency });
  return {
    note: {
      ...note,
      amountApplied: money(applied),
      amountCredited: money(credited),
      amountReturned: money(granted),
    },
    draws: drawsToReturn(all, granted, given),
  };
}

/**
 * Records a note as credit given to the account. The part that reduces the invoice is used at once, so the credit shown
 * on an invoice always equals the credit that it used in the ledger. What goes back to grants is not account credit.
 */
export async function writeNoteCredit(work: Work, { note, draws }: SettledNote): Promise<void> {
  const { id: creditNoteId, invoiceId, accountId, currency, createdAt } = note;
  const entry = (amount: Decimal, members: Pick<AccountCreditEntry, "kind" | "invoiceId">): AccountCreditEntry[] => {
    if (amount.isZero()) return [];
    const id = work.ids.next("credit");
    return [{ id, accountId, currency, amount: amount.toString(), creditNoteId, createdAt, ...members }];
  };
  const granted = Decimal.sum(draws.map(({ amountPaid }) => Decimal.of(amountPaid)));
  const by = { invoiceId: null, creditNoteId, sourceInvoiceId: invoiceId };
  await insertAccountCreditEntries(work.tx, [
    ...entry(Decimal.of(note.total).minus(granted), { kind: "credit_note", invoiceId: null }),
    ...entry(Decimal.of(note.amountApplied).negate(), { kind: "used", invoiceId }),
    ...(await returnToGrants(work, note, draws, by)),
  ]);
}
