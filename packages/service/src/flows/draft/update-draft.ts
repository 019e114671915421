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
import { settleTaxes } from "../../invoice-taxes/index.ts";
import { requireUnchanged } from "../../precondition.ts";
import { emptyFaults } from "./one-off-faults.ts";

export interface DraftInput extends DraftTermsInput {
  /** All editable lines as they are to be: one without an id is new, one that is left out goes. */
  lineItems?: FreeLineInput[];
}

/** Changes a draft: its terms, and the lines that somebody wrote. What billing wrote of it stands (409 once it is issued). */
export function updateDraft(context: Context, id: string, input: DraftInput): Promise<Invoice> {
  return transact(context, async (transaction) => {
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
  });
}

/** The lines that billing wrote, and behind them the free ones as they are now. */
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
