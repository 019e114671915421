import { Decimal, entriesOf, type JournalEntry, type MoneyEffect, type OwedAs } from "@counterfoil/engine";
import { insertJournalPostings, type InvoiceRow, type JournalPostingRow } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import type { Work } from "../context.ts";
import { amountDue } from "../invoices/invoice-totals.ts";
import { localDay } from "../time.ts";

/** An effect, what caused it, and the invoice on which it works. */
export interface RecordedEffect {
  readonly effect: MoneyEffect;
  readonly objectId: string;
  readonly invoice: Pick<InvoiceRow, "accountId" | "currency"> & { readonly id: string | null };
}

/** Writes effects into the journal, in the transaction that has them: none can be there without its entries. */
export async function recordEffects(work: Work, effects: readonly RecordedEffect[]): Promise<void> {
  const recordedAt = work.clock.now();
  const rows = effects.flatMap(({ effect, objectId, invoice: { id: invoiceId, accountId, currency } }) =>
    entriesOf(effect).flatMap((entry) =>
      toRows(work.ids.next("entry"), entry, { recordedAt, accountId, currency, objectId, invoiceId }),
    ),
  );
  await insertJournalPostings(work.tx, rows);
}

/** What a whole entry has in common. */
type Recorded = Pick<JournalPostingRow, "recordedAt" | "accountId" | "currency" | "objectId" | "invoiceId">;

function toRows(entryId: string, { kind, day, postings }: JournalEntry, recorded: Recorded): JournalPostingRow[] {
  return postings.map(({ code, amount, lineId }, position) => ({
    entryId,
    position,
    kind,
    day: day.toString(),
    ...recorded,
    code,
    amount: amount.toString(),
    lineId,
  }));
}

/** The day of the present in the zone of an invoice. */
export function dayOf(work: Work, { timezone }: Pick<InvoiceRow, "timezone">): Temporal.PlainDate {
  return Temporal.PlainDate.from(localDay(work.clock.now(), timezone));
}

/** What is owed on an issued invoice, and as what its status makes of it. */
function owedAs(invoice: InvoiceRow): OwedAs {
  const due = amountDue(invoice);
  return invoice.status === "uncollectible"
    ? { receivable: Decimal.zero, badDebt: due }
    : { receivable: due, badDebt: Decimal.zero };
}

/** Records that an invoice is owed less or more, or as something else than before. */
export function recordOwed(
  work: Work,
  kind: "invoice_uncollectible" | "payment_applied" | "payment_taken_back",
  before: InvoiceRow,
  after: InvoiceRow,
): Promise<void> {
  const effect = { kind, day: dayOf(work, before), before: owedAs(before), after: owedAs(after) };
  return recordEffects(work, [{ effect, objectId: before.id, invoice: before }]);
}

/** Records money that is no invoice's: what was received over what was due, or (negative) was given back of it. */
export function recordCredited(work: Work, invoice: InvoiceRow, amount: Decimal): Promise<void> {
  const effect = { kind: "payment_credited" as const, day: dayOf(work, invoice), amount };
  return recordEffects(work, [{ effect, objectId: invoice.id, invoice: { ...invoice, id: null } }]);
}
