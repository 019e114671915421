import type { PrintedCreditNote } from "../credit-note/printed-credit-note.ts";
import { fill } from "../words/words-of.ts";
import type { DocumentSheet, SheetTotal } from "./document-sheet.ts";
import { layOutLines } from "./lay-out-lines.ts";
import { layOutPage } from "./lay-out-page.ts";
import { layOutFacts, layOutParties } from "./lay-out-parties.ts";
import { isZero, layOutSubtotal, layOutTaxSummary } from "./lay-out-totals.ts";
import { writingOf, type Writing } from "./writing.ts";

/** Lays out everything that a credit note prints. Pure: the same note gives the same sheet. */
export function layOutCreditNote(note: PrintedCreditNote, logo: string | null): Omit<DocumentSheet, "fonts"> {
  const writing = writingOf(note.locale, note.currency);
  const { words, formats, text, amount } = writing;
  const [number, invoiceNumber] = [text(note.number), text(note.invoice.number)];
  const date = (value: string) => text(formats.period.date(value));
  return {
    ...layOutPage(note, { title: `${words.creditNote} ${number}`, date: note.issueDate, logo }, writing),
    heading: { title: words.creditNote, number, badge: null },
    watermark: null,
    summary: {
      label: words.amountGivenBack,
      headline: amount(note.total),
      currencyCode: formats.money.clarifyingCode,
      due: fill(words.forInvoice, { number: invoiceNumber }),
      terms: null,
    },
    parties: layOutParties(note, writing, words.billTo),
    facts: layOutFacts(
      [
        [words.creditNoteNumber, number],
        [words.quoteDate, date(note.issueDate)],
        [words.invoiceNumber, invoiceNumber],
        [words.invoiceDate, date(note.invoice.issueDate)],
      ],
      note.look,
      writing,
    ),
    introduction: null,
    tables: [{ title: null, table: layOutLines(note, writing, "amounts") }],
    totals: layOutSums(note, writing),
    taxSummary: layOutTaxSummary(note, writing),
    asides: [],
    remarks: [
      { title: words.reason, text: text(note.reason) },
      { title: words.memo, text: note.memo === null ? "" : text(note.memo) },
      { title: words.notes, text: note.notes.map(text).join("\n") },
    ].filter((remark) => remark.text !== ""),
    signature: null,
    footer: note.footer === null ? null : text(note.footer),
    appendices: [],
  };
}

/** From the subtotal to the total, then where the total went. */
function layOutSums(note: PrintedCreditNote, writing: Writing): SheetTotal[] {
  const { words, decimal, amount } = writing;
  const plain = (label: string, value: string): SheetTotal => ({
    label,
    small: null,
    amount: decimal(value),
    weight: "plain",
  });
  const went: [string, string][] = [
    [words.appliedToInvoice, note.appliedToInvoice],
    [words.keptAsCredit, note.keptAsCredit],
    [words.returnedToPrepaid, note.returnedToPrepaid],
    [words.amountRefunded, note.refunded],
  ];
  return [
    ...layOutSubtotal(note, writing),
    { label: words.amountGivenBack, small: null, amount: amount(note.total), weight: "due" },
    ...went.filter(([, value]) => !isZero(value)).map(([label, value]) => plain(label, value)),
  ];
}
