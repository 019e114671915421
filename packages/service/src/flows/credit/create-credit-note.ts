import { Decimal, formatAmount } from "@counterfoil/engine";
import {
  type CreditNoteLineRow,
  type CreditNoteOutcome,
  type CreditNoteRow,
  findCreditNotesOf,
  findInvoiceLines,
  findInvoices,
  findLeftOfInvoices,
  getOrganization,
  insertCreditNote,
  type InvoiceRow,
  lockNumbering,
  takeNumbers,
} from "@counterfoil/storage";
import { readGivenBack } from "../../billing/index.ts";
import { type Context, transact, type Work } from "../../context.ts";
import { type GivenLines, grantPaidTopUps, settleWrittenOff } from "../../credits/index.ts";
import { decideElectronicNote } from "../../e-invoices/index.ts";
import { invalid, refuseFaults } from "../../errors/index.ts";
import { invoiceNumber, lockInvoiceFor, numberPattern, requireIssued, seriesOf } from "../../invoices/index.ts";
import { recordCreditNote } from "../../journal/index.ts";
import { audit, notify } from "../../record.ts";
import { readBilledBackTaxes } from "../../invoice-taxes/index.ts";
import { localDay } from "../../time.ts";
import {
  billedBackRows,
  billedBackTotal,
  type CreditedLineInput,
  creditedLines,
  type CreditNote,
  creditNoteNumbering,
  givenLines,
  type LineCredit,
  noteAmounts,
  toCreditNote,
} from "../../credit-notes/index.ts";
import type { Refunding } from "../pay/index.ts";
import { billedBackWithTax } from "./billed-back-with-tax.ts";
import { refuseTotal } from "./refuse-total.ts";
import { settleNote, writeNoteCredit } from "./settle-note.ts";

export interface CreditNoteCreation {
  invoiceId: string;
  reason: string;
  lines: CreditedLineInput[];
  outcome: CreditNoteOutcome;
  memo?: string | null;
}

/**
 * Issues a credit note, which gives back amounts of an issued invoice line by line (R-INV-8). It is numbered in its own
 * series and never changes. 422 for more than is left of a line or of the invoice, 409 for an invoice that cannot be
 * credited.
 */
export function createCreditNote(context: Context, input: CreditNoteCreation): Promise<CreditNote> {
  return transact(context, async (transaction) => issueNote(await lockCredited(transaction, input), input));
}

/** Locks the invoice that a credit note corrects. 422 if it does not exist, 409 if its status forbids credit notes. */
export async function lockCredited(transaction: Work, { invoiceId }: CreditNoteCreation): Promise<Refunding> {
  if ((await findInvoices(transaction.tx, [invoiceId])).length === 0) {
    const detail = `There is no invoice ${JSON.stringify(invoiceId)}.`;
    throw invalid([{ pointer: "/invoiceId", code: "unknown_invoice", detail }]);
  }
  const { work, invoice } = await lockInvoiceFor(transaction, invoiceId, "credit");
  return { transaction, work, invoice };
}

/** Decides, settles, numbers and records a credit note of a locked invoice. */
export async function issueNote(refunding: Refunding, input: CreditNoteCreation): Promise<CreditNote> {
  const { work, invoice } = refunding;
  const { note, lines, given } = await decideNote(work, invoice, input);
  const { note: settled, draws } = await settleNote(refunding, note, given);
  // The XML says where the amount went, so that is decided first. No rule depends on the number itself.
  const eInvoice = await decideXml(work, invoice, { ...settled, number: settled.id }, lines);
  const numbered = { ...settled, eInvoice, ...(await takeNumber(work)) };
  await insertCreditNote(work.tx, numbered, lines);
  // The note may have covered the rest of the amount due.
  const [present] = await findInvoices(work.tx, [invoice.id]);
  if (present?.status === "paid") await grantPaidTopUps(work, [present]);
  await writeNoteCredit(work, { note: numbered, draws });
  await recordCreditNote(work, invoice, { note: numbered, lines, draws });
  await settleWrittenOff(work, invoice, Decimal.of(numbered.amountCredited));
  const shown = toCreditNote(numbered, lines);
  await audit(work, { action: "credit_note.issued", objectId: note.id, after: shown });
  await notify(work, "credit_note.issued", note.id, shown);
  return shown;
}

async function decideXml(
  work: Work,
  invoice: InvoiceRow,
  note: CreditNoteRow,
  noteLines: readonly CreditNoteLineRow[],
): Promise<CreditNoteRow["eInvoice"]> {
  if (!note.seller.eInvoicing) return null;
  return decideElectronicNote({
    note,
    noteLines,
    invoice,
    invoiceLines: await findInvoiceLines(work.tx, [invoice.id]),
  });
}

interface DecidedNote {
  readonly note: CreditNoteRow;
  readonly lines: CreditNoteLineRow[];
  readonly given: GivenLines;
}

async function decideNote(work: Work, invoice: InvoiceRow, input: CreditNoteCreation): Promise<DecidedNote> {
  const before = await findCreditNotesOf(work.tx, invoice.id);
  const given = await readGivenBack(work.tx, invoice);
  const { credits, faults } = creditedLines(
    invoice,
    given,
    await readBilledBackTaxes(work.tx, invoice, given),
    input.lines ?? [],
  );
  refuseFaults(faults);
  const note = blankNote(work, invoice, input);
  const amounts = noteAmounts(invoice, credits, before);
  const noted = Decimal.sum(before.map(({ total }) => Decimal.of(total)));
  refuseTotal(invoice, Decimal.of(amounts.total), {
    noted,
    billedBack: await billedBackInAll(work, invoice, { noted, ofLines: billedBackTotal(invoice, credits) }),
  });
  const lines = credits.filter(({ credited }) => !credited.isZero());
  return {
    note: { ...note, ...amounts, billedBack: billedBackRows(invoice, credits) },
    lines: lines.map((credit, position) => toNoteLine(work, note, credit, position)),
    given: givenLines(lines, invoice.currency),
  };
}

async function billedBackInAll(
  work: Work,
  invoice: InvoiceRow,
  known: { noted: Decimal; ofLines: Decimal },
): Promise<Decimal> {
  const [found] = await findLeftOfInvoices(work.tx, [invoice.id]);
  return billedBackWithTax(invoice, Decimal.of(found?.left ?? invoice.total), known);
}

function blankNote(
  work: Work,
  invoice: InvoiceRow,
  { reason, memo = null, outcome }: CreditNoteCreation,
): CreditNoteRow {
  const { seller, buyer, number, issueDate } = requireIssued(invoice);
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
    amountReturned: "0",
    amountRefunded: "0",
    issueDate: now,
    timezone: invoice.timezone,
    // The parties as the corrected invoice printed them.
    seller,
    buyer,
    invoiceNumber: number,
    invoiceIssueDate: issueDate,
    pdfSha256: null,
    documentSha256: null,
    billedBack: null,
    eInvoice: null,
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

/** As with invoices, this is the last short step: the series stays locked until commit (R-INV-3). */
async function takeNumber(work: Work): Promise<Pick<CreditNoteRow, "number" | "series" | "sequence">> {
  await lockNumbering(work.tx, "take");
  const organization = await getOrganization(work.tx);
  const numbering = creditNoteNumbering(organization);
  const today = localDay(work.clock.now(), organization.timezone);
  const series = seriesOf(numbering, today, "credit_note");
  const sequence = await takeNumbers(work.tx, {
    series,
    count: 1,
    pattern: numberPattern(numbering, today),
    of: "credit_note",
  });
  return { number: invoiceNumber(numbering, sequence, today), series, sequence: sequence.toString() };
}
