import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  type CreditNoteLineRow,
  type CreditNoteOutcome,
  type CreditNoteRow,
  findCreditNoteLines,
  findCreditNotesOf,
  findInvoiceLines,
  findInvoices,
  getOrganization,
  insertCreditNote,
  type InvoiceRow,
  lockNumbering,
  takeNumbers,
} from "@counterfoil/storage";
import { type Context, transact, type Work } from "../context.ts";
import { invalid, refuseFaults } from "../errors/domain-error.ts";
import { invoiceNumber, numberPattern, seriesOf } from "../invoices/invoice-number.ts";
import { lockInvoiceFor } from "../invoices/transitions.ts";
import { recordCreditNote } from "../journal/record-credit-note.ts";
import { writtenAmount } from "../payments/payment-amount.ts";
import { audit, notify } from "../record.ts";
import { localDay } from "../time.ts";
import { type CreditNote, toCreditNote } from "./credit-note.ts";
import { creditNoteNumbering } from "./credit-note-number.ts";
import { creditedLines, type CreditedLineInput, type LineCredit } from "./credited-lines.ts";
import { noteAmounts } from "./note-amounts.ts";
import { settleNote, writeNoteCredit } from "./settle-note.ts";

export interface CreditNoteCreation {
  invoiceId: string;
  reason: string;
  lines: CreditedLineInput[];
  outcome: CreditNoteOutcome;
  memo?: string | null;
}

/**
 * Issues a credit note: what is given back of an issued invoice, line by line (R-INV-8). It is numbered in a series of its own
 * and never changes. 422 for more than is left of a line or of the invoice, 409 for an invoice that cannot be credited.
 */
export function createCreditNote(context: Context, input: CreditNoteCreation): Promise<CreditNote> {
  return transact(context, async (transaction) => {
    const { invoiceId } = input;
    if ((await findInvoices(transaction.tx, [invoiceId])).length === 0) {
      const detail = `There is no invoice ${JSON.stringify(invoiceId)}.`;
      throw invalid([{ pointer: "/invoiceId", code: "unknown_invoice", detail }]);
    }
    const { work, invoice } = await lockInvoiceFor(transaction, invoiceId, "credit");
    const { note, lines } = await decideNote(work, invoice, input);
    const settled = await settleNote({ transaction, work, invoice }, note);
    const numbered = { ...settled, ...(await takeNumber(work)) };
    await insertCreditNote(work.tx, numbered, lines);
    await writeNoteCredit(work, numbered);
    await recordCreditNote(work, invoice, numbered, lines);
    const shown = toCreditNote(numbered, lines);
    await audit(work, { action: "credit_note.issued", objectId: note.id, after: shown });
    await notify(work, "credit_note.issued", note.id, shown);
    return shown;
  });
}

interface DecidedNote {
  readonly note: CreditNoteRow;
  readonly lines: CreditNoteLineRow[];
}

async function decideNote(work: Work, invoice: InvoiceRow, input: CreditNoteCreation): Promise<DecidedNote> {
  const before = await findCreditNotesOf(work.tx, invoice.id);
  const linesBefore = await findCreditNoteLines(
    work.tx,
    before.map(({ id }) => id),
  );
  const { credits, faults } = creditedLines(
    invoice,
    await findInvoiceLines(work.tx, [invoice.id]),
    creditedSoFar(linesBefore),
    input.lines ?? [],
  );
  refuseFaults(faults);
  const note = blankNote(work, invoice, input);
  const amounts = noteAmounts(invoice, credits, before);
  refuseTotal(invoice, Decimal.of(amounts.total), Decimal.sum(before.map(({ total }) => Decimal.of(total))));
  const given = credits.filter(({ credited }) => !credited.isZero());
  return {
    note: { ...note, ...amounts },
    lines: given.map((credit, position) => toNoteLine(work, note, credit, position)),
  };
}

function creditedSoFar(lines: readonly CreditNoteLineRow[]): Map<string, Decimal> {
  const sums = new Map<string, Decimal>();
  for (const { invoiceLineId, amount } of lines) {
    sums.set(invoiceLineId, (sums.get(invoiceLineId) ?? Decimal.zero).plus(Decimal.of(amount)));
  }
  return sums;
}

/** With lines below zero left out, lines alone could come to more than the invoice did. */
function refuseTotal({ total, currency }: InvoiceRow, noteTotal: Decimal, before: Decimal): void {
  const refuse = (code: string, detail: string) => invalid([{ pointer: "/lines", code, detail }]);
  if (!noteTotal.isPositive()) throw refuse("nothing_credited", "Together the lines give nothing back.");
  const left = Decimal.of(total).minus(before);
  if (noteTotal.compare(left) <= 0) return;
  const [asked, rest] = [writtenAmount(noteTotal, currency), writtenAmount(left, currency)];
  const detail = `The lines come to ${asked}, and ${rest} is left of the invoice. Credit what was taken off, too.`;
  throw refuse("exceeds_invoice", detail);
}

function blankNote(
  work: Work,
  invoice: InvoiceRow,
  { reason, memo = null, outcome }: CreditNoteCreation,
): CreditNoteRow {
  const { seller, buyer, number, issueDate } = invoice;
  if (seller === null || buyer === null || number === null || issueDate === null) {
    throw new Error(`invoice ${invoice.id} is ${invoice.status} and was not frozen`);
  }
  const now = work.clock.now();
  return {
    id: work.ids.next("cn"),
    invoiceId: invoice.id,
    accountId: invoice.accountId,
    number: "",
    series: "",
    sequence: "0",
    currency: invoice.currency,
    reason,
    memo,
    outcome,
    subtotal: "0",
    tax: "0",
    total: "0",
    taxes: null,
    amountApplied: "0",
    amountCredited: "0",
    amountRefunded: "0",
    issueDate: now,
    timezone: invoice.timezone,
    // The parties of the invoice that is corrected, as they stood on it.
    seller,
    buyer,
    invoiceNumber: number,
    invoiceIssueDate: issueDate,
    pdfSha256: null,
    createdAt: now,
  };
}

function toNoteLine(
  work: Work,
  note: CreditNoteRow,
  { line, credited }: LineCredit,
  position: number,
): CreditNoteLineRow {
  return {
    id: work.ids.next("line"),
    creditNoteId: note.id,
    position,
    invoiceLineId: line.id,
    description: line.description,
    groupName: line.groupName,
    periodStart: line.periodStart,
    periodEnd: line.periodEnd,
    amount: formatAmount({ amount: credited, currency: note.currency }),
  };
}

/** The last short step, as of invoices: the series stays locked until commit (R-INV-3). */
async function takeNumber(work: Work): Promise<Pick<CreditNoteRow, "number" | "series" | "sequence">> {
  await lockNumbering(work.tx, "take");
  const organization = await getOrganization(work.tx);
  const numbering = creditNoteNumbering(organization);
  const today = localDay(work.clock.now(), organization.timezone);
  const series = seriesOf(numbering, today, "credit_note");
  const sequence = await takeNumbers(work.tx, series, 1, numberPattern(numbering, today), "credit_note");
  return { number: invoiceNumber(numbering, sequence, today), series, sequence: sequence.toString() };
}
