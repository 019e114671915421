import type { InvoiceDocument } from "../invoice/invoice-document.ts";
import { cleanText } from "../text/clean-text.ts";
import { fill } from "../words/words-of.ts";
import type { InvoiceSheet, LabelledText } from "./invoice-sheet.ts";
import { layOutLines, layOutUsageDetail } from "./lay-out-lines.ts";
import { layOutFacts, layOutParties } from "./lay-out-parties.ts";
import { layOutTaxSummary, layOutTotals } from "./lay-out-totals.ts";
import { sheetColors } from "./sheet-colors.ts";
import { writingOf, type Writing } from "./writing.ts";

/**
 * Writes out everything an invoice prints. Pure: the same invoice gives the same sheet.
 *
 * @param logo the picture's path for the template, null for the name mark
 */
export function layOutInvoice(invoice: InvoiceDocument, logo: string | null): Omit<InvoiceSheet, "fonts"> {
  const writing = writingOf(invoice.locale, invoice.currency);
  const { words, traits, formats, text } = writing;
  const { seller, number } = invoice;
  const usageDetail = layOutUsageDetail(invoice, writing);
  const title = number === null ? `${words.invoice} (${words.draft})` : `${words.invoice} ${text(number)}`;
  return {
    page: {
      paper: traits.paper,
      direction: traits.direction,
      language: traits.language.slice(0, 2),
      region: /^[A-Z]{2}$/.test(traits.region) ? traits.region : null,
    },
    colors: sheetColors(invoice.seller.brandColor),
    file: { title, author: cleanText(seller.legalName ?? seller.name), date: fileDate(invoice) },
    mark: {
      logo,
      description: fill(words.logoOf, { name: cleanText(seller.name) }),
      initial: initialOf(seller.name),
      name: text(seller.name),
    },
    heading: {
      title: words.invoice,
      number: number === null ? null : text(number),
      badge: statusMark(invoice, writing),
    },
    watermark: invoice.status === "paid" ? null : statusMark(invoice, writing),
    summary: {
      label: words.amountDue,
      amount: writing.amount(invoice.amountDue),
      currencyCode: formats.money.clarifyingCode,
      due: invoice.dueDate && fill(words.dueOn, { date: text(formats.period.date(invoice.dueDate)) }),
      terms: invoice.paymentTerms && text(invoice.paymentTerms),
    },
    parties: layOutParties(invoice, writing),
    facts: layOutFacts(invoice, writing),
    lines: layOutLines(invoice, writing),
    totals: layOutTotals(invoice, writing),
    taxSummary: layOutTaxSummary(invoice, writing),
    payment: layOutPayment(invoice, writing),
    remarks: layOutRemarks(invoice, writing),
    footer: invoice.footer && text(invoice.footer),
    appendix: usageDetail && { title: words.usageDetail, table: usageDetail },
    running: {
      from: text(seller.name),
      to: text(invoice.buyer.name),
      seller: text(seller.legalName ?? seller.name),
      number: title,
      pageOf: words.pageOf,
      digits: formats.number.digits,
    },
  };
}

function fileDate({ issueDate }: InvoiceDocument): InvoiceSheet["file"]["date"] {
  if (issueDate === null) return null;
  const [year = 0, month = 0, day = 0] = issueDate.split("-").map(Number);
  return [year, month, day];
}

function statusMark({ status }: InvoiceDocument, { words, traits }: Writing): string | null {
  switch (status) {
    case "draft":
    case "void":
    case "paid":
      return words[status].toLocaleUpperCase(traits.formatLocale);
    case "issued":
    case "overdue":
    case "uncollectible":
      return null;
    default:
      return status satisfies never;
  }
}

function initialOf(name: string): string {
  return (
    cleanText(name)
      .match(/[\p{L}\p{Nd}]/u)?.[0]
      .toLocaleUpperCase("en") ?? ""
  );
}

function layOutPayment({ seller, number }: InvoiceDocument, { words, text }: Writing): InvoiceSheet["payment"] {
  if (seller.bankDetails.length === 0) return null;
  const rows: LabelledText[] = seller.bankDetails.map(({ label, value }) => {
    return { label: label === null ? null : text(label), value: text(value) };
  });
  const reference = number === null ? [] : [{ label: words.paymentReference, value: text(number) }];
  return { title: words.paymentDetails, rows: [...rows, ...reference] };
}

function layOutRemarks({ memo, notes }: InvoiceDocument, { words, text }: Writing): InvoiceSheet["remarks"] {
  const remarks = [
    { title: words.memo, text: memo === null ? "" : text(memo) },
    { title: words.notes, text: notes.map(text).join("\n") },
  ];
  return remarks.filter((remark) => remark.text !== "");
}
