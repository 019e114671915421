import { Decimal, entriesOf, type JournalEntry, type MoneyEffect, type OwedAs } from "@counterfoil/engine";
import { insertJournalEntries, type InvoiceRow, type NewJournalEntry } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import { amountDue } from "../invoices/index.ts";
import { localDay } from "../time.ts";

/** An effect with its cause and the invoice that it changes. */
export interface RecordedEffect {
  readonly effect: MoneyEffect;
  readonly objectId: string;
  readonly invoice: Pick<InvoiceRow, "accountId" | "currency"> & { readonly id: string | null };
}

/**
 * Writes the journal entries of effects in the transaction that causes them, so that no effect exists without its
 * entries.
 */
export async function recordEffects(work: Work, effects: readonly RecordedEffect[]): Promise<void> {
  const recordedAt = work.clock.now();
  const rows = effects.flatMap(({ effect, objectId, invoice: { id: invoiceId, accountId, currency } }) => {
    const recorded = { recordedAt, accountId, currency, objectId, invoiceId };
    return entriesOf(effect).map((entry) => ({ id: work.ids.next("entry"), ...toRow(entry), ...recorded }));
  });
  insertJournalEntries(work.tx, rows);
}

function toRow({ kind, day, postings }: JournalEntry): Pick<NewJournalEntry, "kind" | "day" | "postings"> {
  const written = postings.map(({ code, amount, lineId }) => ({ code, amount: amount.toString(), lineId }));
  return { kind, day: day.toString(), postings: written };
}

/** The current day in the time zone of an invoice. */
export function dayOf(work: Work, { timezone }: Pick<InvoiceRow, "timezone">): Temporal.PlainDate {
  return Temporal.PlainDate.from(localDay(work.clock.now(), timezone));
}

/** The amount owed on an issued invoice, and the ledger code that its status gives it. */
function owedAs(invoice: InvoiceRow): OwedAs {
  const due = amountDue(invoice);
  return invoice.status === "uncollectible"
    ? { receivable: Decimal.zero, badDebt: due }
    : { receivable: due, badDebt: Decimal.zero };
}

/** Records a change of the amount owed on an invoice, or of its ledger code. */
export function recordOwed(
  work: Work,
  kind: "invoice_uncollectible" | "payment_applied" | "payment_taken_back" | "credit_applied",
  before: InvoiceRow,
  after: InvoiceRow,
): Promise<void> {
  const effect = { kind, day: dayOf(work, before), before: owedAs(before), after: owedAs(after) };
  return recordEffects(work, [{ effect, objectId: before.id, invoice: before }]);
}

/** Records money that belongs to no invoice: an overpayment, or (negative) the part of it that was given back. */
export function recordCredited(work: Work, invoice: InvoiceRow, amount: Decimal): Promise<void> {
  const effect = { kind: "payment_credited" as const, day: dayOf(work, invoice), amount };
  return recordEffects(work, [{ effect, objectId: invoice.id, invoice: { ...invoice, id: null } }]);
}
