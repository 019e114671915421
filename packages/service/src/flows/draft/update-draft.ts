import {
  deleteFreeLines,
  findInvoiceLines,
  insertInvoiceLines,
  type InvoiceLineRow,
  type InvoiceRow,
  updateDraft as save,
} from "@counterfoil/storage";
import {
  applyDraftTerms,
  draftTermsFaults,
  type DraftTermsInput,
  freeLineFaults,
  type FreeLineInput,
  type Invoice,
  isFreeLine,
  lockInvoiceFor,
  periodOf,
  toFreeLineRow,
  toInvoice,
  totalsOf,
  writtenInvoice,
} from "../../invoices/index.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { refuseFaults } from "../../errors/index.ts";
import { audit } from "../../record.ts";
import { withoutTrace } from "../../without-trace.ts";
import { settleTaxes } from "../../invoice-taxes/index.ts";
import { requireUnchanged } from "../../precondition.ts";
import { emptyFaults } from "./one-off-faults.ts";

export interface DraftInput extends DraftTermsInput {
  /** All editable lines after the change: a line without an ID is new, and a line that is left out is deleted. */
  lineItems?: FreeLineInput[];
}

/**
 * Changes a draft: its terms, and the lines that a user wrote. The lines that billing wrote stay. 409 once the invoice
 * is issued.
 */
export function updateDraft(context: Context, id: string, input: DraftInput): Promise<Invoice> {
  return transact(context, (transaction) => changeDraft(transaction, id, input));
}

/** Previews a change of a draft: makes it in a transaction that is rolled back. */
export function previewDraftChange(context: Context, id: string, input: DraftInput): Promise<Invoice> {
  return withoutTrace(context, (transaction) => changeDraft(transaction, id, input));
}

async function changeDraft(transaction: Work, id: string, input: DraftInput): Promise<Invoice> {
  const { work, invoice, now } = await lockInvoiceFor(transaction, id, "edit");
  const lines = await findInvoiceLines(work.tx, [id]);
  await requireUnchanged(work, () => toInvoice(invoice, lines));
  const { lineItems, ...terms } = input;
  const termed = applyDraftTerms(invoice, terms);
  const free = lines.filter(isFreeLine);
  refuseFaults([
    ...draftTermsFaults(termed, terms, now),
    ...(lineItems === undefined ? [] : await freeLineFaults(work.tx, lineItems, free, "/lineItems")),
    ...emptyFaults(invoice, lineItems),
  ]);
  const written = lineItems === undefined ? lines : await replaceFreeLines(work, termed, lines, lineItems);
  const period = invoice.subscriptionId === null ? periodOf(written, invoice) : {};
  const after = { ...termed, ...period, ...totalsOf(invoice.currency, written), updatedAt: now };
  const untaxed = writtenInvoice(after, written);
  const [{ invoice: taxed, shown } = untaxed] = await settleTaxes(work.tx, [untaxed]);
  await save(work.tx, taxed);
  await audit(work, { action: "invoice.updated", objectId: id, before: toInvoice(invoice, lines), after: shown });
  return shown;
}

/** The lines that billing wrote, followed by the new free lines. */
async function replaceFreeLines(
  work: Work,
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  lineItems: readonly FreeLineInput[],
): Promise<InvoiceLineRow[]> {
  const billed = lines.filter((line) => !isFreeLine(line));
  const free = lineItems.map((line, index) =>
    toFreeLineRow(line, invoice, line.id ?? work.ids.next("line"), billed.length + index),
  );
  await deleteFreeLines(work.tx, invoice.id);
  await insertInvoiceLines(work.tx, free);
  return [...billed, ...free];
}
