import type { PaidInvoice, PrintedPaymentMethod, PrintedReceipt } from "../receipt/printed-receipt.ts";
import type { Words } from "../words/words.ts";
import { fill } from "../words/words-of.ts";
import type { DocumentSheet, SheetRow, SheetTable, SheetTotal } from "./document-sheet.ts";
import { layOutPage } from "./lay-out-page.ts";
import { layOutFacts, layOutParties } from "./lay-out-parties.ts";
import { deducted, isZero } from "./lay-out-totals.ts";
import { writingOf, type Writing } from "./writing.ts";

/** Lays out everything that a receipt prints. Pure: the same receipt gives the same sheet. */
export function layOutReceipt(receipt: PrintedReceipt, logo: string | null): Omit<DocumentSheet, "fonts"> {
  const writing = writingOf(receipt.locale, receipt.currency);
  const { words, formats, text, amount } = writing;
  const { number, paidOn, method, reference, memo } = receipt;
  const written = (value: string | null): string | null => (value === null ? null : text(value));
  const methodWord = method && words[METHODS[method]];
  const paidOnDate = text(formats.period.date(paidOn));
  return {
    ...layOutPage(receipt, { title: `${words.receipt} ${written(number) ?? paidOnDate}`, date: paidOn, logo }, writing),
    heading: { title: words.receipt, number: written(number), badge: null },
    watermark: null,
    summary: {
      label: words.amountReceived,
      headline: amount(receipt.amount),
      currencyCode: formats.money.clarifyingCode,
      due: fill(words.paidOn, { date: paidOnDate }),
      terms: methodWord,
    },
    parties: layOutParties(receipt, writing, words.billTo),
    facts: layOutFacts(
      [
        [words.receiptNumber, written(number)],
        [words.paymentDate, paidOnDate],
        [words.paymentMethod, methodWord],
        [words.paymentReference, written(reference)],
      ],
      receipt.look,
      writing,
    ),
    introduction: null,
    tables: [{ title: null, table: layOutInvoices(receipt, writing) }],
    totals: layOutSums(receipt, writing),
    taxSummary: null,
    asides: [],
    remarks: memo === null ? [] : [{ title: words.memo, text: text(memo) }],
    signature: null,
    footer: written(receipt.footer),
    appendices: [],
  };
}

const METHODS = {
  bank_transfer: "bankTransfer",
  card: "card",
  cash: "cash",
  check: "check",
  direct_debit: "directDebit",
} as const satisfies Record<PrintedPaymentMethod, keyof Words>;

function layOutInvoices({ invoices }: PrintedReceipt, writing: Writing): SheetTable {
  const { words, formats, text, decimal } = writing;
  const row = ({ number, issueDate, total, paid }: PaidInvoice): SheetRow => ({
    description: `${words.invoice} ${text(number)}`,
    small: issueDate === null ? null : `${words.issueDate} ${text(formats.period.date(issueDate))}`,
    cells: [decimal(total), decimal(paid)],
    quiet: false,
    isStep: false,
  });
  return {
    columns: [words.item, words.total, words.paidHere],
    sections: invoices.length === 0 ? [] : [{ title: null, rows: invoices.map(row) }],
  };
}

function layOutSums({ amount: received, keptAsCredit, refunded }: PrintedReceipt, writing: Writing): SheetTotal[] {
  const { words, decimal, amount } = writing;
  const plain = (label: string, text: string): SheetTotal => ({ label, small: null, amount: text, weight: "plain" });
  return [
    ...(isZero(keptAsCredit) ? [] : [plain(words.keptAsCredit, decimal(keptAsCredit))]),
    { label: words.amountReceived, small: null, amount: amount(received), weight: "due" },
    ...(isZero(refunded) ? [] : [plain(words.amountRefunded, decimal(deducted(refunded)))]),
  ];
}
