import { Decimal, formatAmount, type LedgerCode } from "@counterfoil/engine";
import {
  accountCredit,
  findInvoices,
  findPayment,
  findPostingsOfEntries,
  findRefund,
  type InvoiceRow,
  type JournalPostingRow,
  type PaymentRow,
  usableBalances,
} from "@counterfoil/storage";
import type { Context, Work } from "../../context.ts";
import type { CreditNote } from "../../credit-notes/index.ts";
import { amountDue } from "../../invoices/index.ts";
import { recordIds } from "../../recorded-ids.ts";
import { withoutTrace } from "../../without-trace.ts";
import { type CreditNoteCreation, issueNote, lockCredited } from "./create-credit-note.ts";

type AtIssue = "id" | "number" | "pdfSha256" | "earlierPdfSha256" | "lines" | "issueDate" | "createdAt";

/** A credit note without what it only gets when it is issued: IDs, its number, its date and its PDF. */
interface PreviewedNote extends Omit<CreditNote, AtIssue> {
  lines: Omit<CreditNote["lines"][number], "id">[];
}

/** What the invoice and its account have at one moment. */
interface Standing {
  status: InvoiceRow["status"];
  amountPaid: string;
  amountRemaining: string;
  /** Account credit in the invoice's currency. */
  accountCredit: string;
  /** Prepaid money grants in the invoice's currency. */
  prepaidCredit: string;
}

/** A refund that the credit note would create. */
interface PreviewedRefund {
  paymentId: string;
  method: PaymentRow["method"];
  /** Counterfoil asks this provider for the refund. With `manual`, it only records the refund. */
  provider: PaymentRow["provider"];
  amount: string;
}

/** A journal entry that would be booked. */
interface PreviewedEntry {
  kind: JournalPostingRow["kind"];
  day: string;
  postings: { code: LedgerCode; amount: string; lineItemId: string | null }[];
}

interface CreditNotePreview {
  creditNote: PreviewedNote;
  refunds: PreviewedRefund[];
  journalEntries: PreviewedEntry[];
  before: Standing;
  after: Standing;
}

/**
 * Previews a credit note: issues it in a transaction that is rolled back. So it refuses what `createCreditNote` refuses,
 * and its amounts, refunds and journal entries are those that issuing it now would write. It uses up no number.
 */
export function previewCreditNote(context: Context, input: CreditNoteCreation): Promise<CreditNotePreview> {
  return withoutTrace(context, async (transaction) => {
    const ids = recordIds(transaction.ids);
    const refunding = await lockCredited({ ...transaction, ids }, input);
    const { work, invoice } = refunding;
    const before = await standingOf(work, invoice.id);
    const creditNote = withoutIssue(await issueNote(refunding, input));
    return {
      creditNote,
      refunds: await refundsOf(work, ids.made("ref"), invoice),
      journalEntries: toEntries(await findPostingsOfEntries(work.tx, ids.made("entry")), invoice.currency),
      before,
      after: await standingOf(work, invoice.id),
    };
  });
}

function withoutIssue({ lines, ...note }: CreditNote): PreviewedNote {
  const { id: _id, number: _number, pdfSha256: _pdf, earlierPdfSha256: _earlier, ...rest } = note;
  const { issueDate: _issued, createdAt: _created, ...shown } = rest;
  return { ...shown, lines: lines.map(({ id: _line, ...line }) => line) };
}

async function standingOf(work: Work, invoiceId: string): Promise<Standing> {
  const [invoice] = await findInvoices(work.tx, [invoiceId]);
  if (invoice === undefined) throw new Error("the invoice of the credit note is gone");
  const { accountId, currency, status, amountPaid } = invoice;
  const own = (balances: readonly { currency: string | null; balance: string }[]) =>
    Decimal.sum(balances.filter((one) => one.currency === currency).map(({ balance }) => Decimal.of(balance)));
  const money = (amount: Decimal) => formatAmount({ amount, currency });
  return {
    status,
    amountPaid: money(Decimal.of(amountPaid)),
    amountRemaining: money(amountDue(invoice)),
    accountCredit: money(own(await accountCredit(work.tx, [accountId]))),
    prepaidCredit: money(own(await usableBalances(work.tx, [accountId], work.clock.now()))),
  };
}

async function refundsOf(work: Work, ids: readonly string[], { currency }: InvoiceRow): Promise<PreviewedRefund[]> {
  const refunds: PreviewedRefund[] = [];
  for (const id of ids) {
    const refund = await findRefund(work.tx, id);
    const payment = refund === undefined ? undefined : await findPayment(work.tx, refund.paymentId);
    if (refund === undefined || payment === undefined) throw new Error("a refund of the credit note is gone");
    const amount = formatAmount({ amount: Decimal.of(refund.amount), currency });
    refunds.push({ paymentId: payment.id, method: payment.method, provider: payment.provider, amount });
  }
  return refunds;
}

function toEntries(postings: readonly JournalPostingRow[], currency: string): PreviewedEntry[] {
  return [...Map.groupBy(postings, ({ entryId }) => entryId).values()].flatMap((entry) => {
    const [first] = entry;
    if (first === undefined) return [];
    const shown = entry.map(({ code, amount, lineId }) => ({
      code,
      amount: formatAmount({ amount: Decimal.of(amount), currency }),
      lineItemId: lineId,
    }));
    return [{ kind: first.kind, day: first.day, postings: shown }];
  });
}
