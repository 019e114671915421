import type { InvoiceDocument, PrintedLink } from "../invoice/invoice-document.ts";
import { qrSvg } from "../payment/qr-picture.ts";
import { fill } from "../words/words-of.ts";
import type { DocumentSheet, LabelledText, SheetAppendix, SheetCode, SheetLink } from "./document-sheet.ts";
import { layOutLines, layOutUsageDetail } from "./lay-out-lines.ts";
import { layOutUsageByDay } from "./lay-out-usage-by-day.ts";
import { layOutPage } from "./lay-out-page.ts";
import { layOutFacts, layOutParties } from "./lay-out-parties.ts";
import { isZero, layOutTaxSummary, layOutTotals } from "./lay-out-totals.ts";
import { writingOf, type Writing } from "./writing.ts";

/**
 * Lays out everything that an invoice prints. Pure: the same invoice gives the same sheet.
 *
 * @param logo the image's path for the template, null for the name mark
 */
export function layOutInvoice(invoice: InvoiceDocument, logo: string | null): Omit<DocumentSheet, "fonts"> {
  const writing = writingOf(invoice.locale, invoice.currency);
  const { words, formats, text } = writing;
  const { number, issueDate } = invoice;
  const title = number === null ? `${words.invoice} (${words.draft})` : `${words.invoice} ${text(number)}`;
  return {
    ...layOutPage(invoice, { title, date: issueDate, logo }, writing),
    heading: {
      title: words.invoice,
      number: number === null ? null : text(number),
      badge: statusMark(invoice, writing),
    },
    watermark: invoice.status === "paid" ? null : statusMark(invoice, writing),
    summary: {
      label: words.amountDue,
      headline: writing.amount(invoice.amountDue),
      currencyCode: formats.money.clarifyingCode,
      ...layOutDue(invoice, writing),
    },
    parties: layOutParties(invoice, writing, words.billTo),
    facts: layOutFacts(factsOf(invoice, writing), invoice.look, writing),
    introduction: null,
    tables: [{ title: null, table: layOutLines(invoice, writing) }],
    totals: layOutTotals(invoice, writing),
    taxSummary: layOutTaxSummary(invoice, writing),
    asides: layOutPayment(invoice, writing),
    remarks: layOutRemarks(invoice, writing),
    signature: null,
    footer: invoice.footer && text(invoice.footer),
    appendices: layOutAppendices(invoice, writing),
  };
}

/** When to pay, or where a credited amount went. Nothing if no payment is due. */
function layOutDue(invoice: InvoiceDocument, writing: Writing): Pick<DocumentSheet["summary"], "due" | "terms"> {
  const { words, formats, text } = writing;
  if (isCredited(invoice)) return { due: creditedText(invoice, writing), terms: null };
  if (!asksForPayment(invoice)) return { due: null, terms: null };
  return {
    due: invoice.dueDate && fill(words.dueOn, { date: text(formats.period.date(invoice.dueDate)) }),
    terms: invoice.paymentTerms && text(invoice.paymentTerms),
  };
}

/** A void invoice is no longer payable. If nothing is due, bank details would invite customers to pay twice. */
function asksForPayment({ status, amountDue }: InvoiceDocument): boolean {
  return status !== "void" && !isZero(amountDue) && !amountDue.startsWith("-");
}

function layOutAppendices(invoice: InvoiceDocument, writing: Writing): SheetAppendix[] {
  const { usageDetail, usageByDay } = writing.words;
  const appendices: SheetAppendix[] = [
    { title: usageDetail, tables: layOutUsageDetail(invoice, writing), columns: 1 },
    { title: usageByDay, tables: layOutUsageByDay(invoice, writing), columns: 2 },
  ];
  return appendices.filter(({ tables }) => tables.length > 0);
}

/** The total is below zero: the customer was credited, and nothing is due. */
function isCredited({ amountCredited }: InvoiceDocument): boolean {
  return !isZero(amountCredited ?? "0");
}

/** A draft has not given anything back yet. If not all of it became account credit, the totals show where it went. */
function creditedText(
  { status, amountCredited, creditedTo = [] }: InvoiceDocument,
  { words, amount }: Writing,
): string | null {
  if (status === "draft") return null;
  const given = amount(amountCredited ?? "0");
  const isAllCredit = creditedTo.every(({ to }) => to === "account_credit");
  return isAllCredit ? fill(words.addedToCredit, { amount: given }) : `${words.amountGivenBack}: ${given}`;
}

function statusMark(invoice: InvoiceDocument, { words, traits }: Writing): string | null {
  const { status } = invoice;
  if (status === "paid" && isCredited(invoice)) return null;
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

function factsOf(invoice: InvoiceDocument, { words, formats, text }: Writing): [string, string | null][] {
  const {
    number,
    issueDate,
    dueDate,
    deliveredOn = null,
    billingPeriod,
    purchaseOrderNumber,
    buyerReference = null,
  } = invoice;
  return [
    [words.invoiceNumber, number === null ? null : text(number)],
    [words.issueDate, issueDate && text(formats.period.date(issueDate))],
    [words.dueDate, isCredited(invoice) ? null : dueDate && text(formats.period.date(dueDate))],
    [words.deliveryDate, deliveredOn && text(formats.period.date(deliveredOn))],
    [words.billingPeriod, billingPeriod && text(formats.period.period(billingPeriod))],
    [words.purchaseOrder, purchaseOrderNumber === null ? null : text(purchaseOrderNumber)],
    [words.buyerReference, buyerReference === null ? null : text(buyerReference)],
  ];
}

/** How to pay: a transfer, which a banking app reads from the code, and the invoice's page. */
function layOutPayment(invoice: InvoiceDocument, writing: Writing): DocumentSheet["asides"] {
  const { words, text } = writing;
  const { seller, number, payment } = invoice;
  if (!asksForPayment(invoice)) return [];
  const rows: LabelledText[] = seller.bankDetails.map(({ label, value }) => {
    return { label: label === null ? null : text(label), value: text(value) };
  });
  const reference = number === null ? [] : [{ label: words.paymentReference, value: text(number) }];
  const code = layOutCode(invoice, writing);
  const link = payment?.link ?? null;
  if (rows.length === 0 && code === null && link === null) return [];
  const printed = link === null ? null : layOutLink(link, writing);
  return [{ title: words.paymentDetails, rows: rows.length === 0 ? [] : [...rows, ...reference], code, link: printed }];
}

function layOutCode({ payment, amountDue }: InvoiceDocument, { words, amount }: Writing): SheetCode | null {
  const content = payment?.transferCode ?? null;
  if (content === null) return null;
  const description = fill(words.transferCode, { amount: amount(amountDue) });
  return { svg: qrSvg(content), description, caption: words.scanToPay };
}

/**
 * The address is printed because the document may be on paper. The expiry date is printed because the document may be
 * read years later.
 */
function layOutLink({ address, validUntil, takesPayments }: PrintedLink, { words, formats, text }: Writing): SheetLink {
  return {
    label: takesPayments ? words.payOnline : words.viewOnline,
    address,
    shown: text(address),
    small: fill(words.linkWorksUntil, { date: text(formats.period.date(validUntil)) }),
  };
}

function layOutRemarks({ memo, notes }: InvoiceDocument, { words, text }: Writing): DocumentSheet["remarks"] {
  const remarks = [
    { title: words.memo, text: memo === null ? "" : text(memo) },
    { title: words.notes, text: notes.map(text).join("\n") },
  ];
  return remarks.filter((remark) => remark.text !== "");
}
