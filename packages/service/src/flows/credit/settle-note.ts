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

/** A note with the amounts of where it goes, and the draws that go back to the grants that they were made from. */
export interface SettledNote {
  readonly note: CreditNoteRow;
  readonly draws: readonly InvoiceDraw[];
}

/**
 * Where the amount goes: off what the invoice asks for, back to whoever paid, or to the customer's credit. What a grant paid goes
 * back to the grant, so that promotional credit never becomes credit that lasts for ever. `given` is what the note gives back of lines.
 */
export async function settleNote(refunding: Refunding, note: CreditNoteRow, given: GivenLines): Promise<SettledNote> {
  const { work, invoice } = refunding;
  const total = Decimal.of(note.total);
  if (note.outcome === "refund") {
    await requestRefund(refunding, { amount: total, reason: note.reason });
    // What was taken back from what is paid would be due again.
    await creditInvoice(work, invoice, total);
    return { note: { ...note, amountApplied: note.total, amountRefunded: note.total }, draws: [] };
  }
  // Numbers come before accounts in the lock order, and the note takes one when it is settled.
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
 * A note is a gift to the account's credit, and what it takes off the invoice is used up at once: so what an invoice shows as
 * credit applied is always what the ledger says it used. What goes back to grants is theirs and no account credit.
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
