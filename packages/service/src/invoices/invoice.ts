import { Decimal, formatAmount, type PaymentTerms } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow, ShownInvoiceStatus, StoredCreditPart } from "@counterfoil/storage";
import { earlierPdf } from "../documents/index.ts";
import { type EInvoiceStatus, toEInvoiceStatus } from "../e-invoice-fields/index.ts";
import { type InvoiceTax, linesTotal, type LineTax, shownLineTaxes, shownTaxes } from "../tax/index.ts";
import { isFreeLine } from "./free-line.ts";
import { amountCredited, amountDue, creditParts } from "./invoice-totals.ts";
import { lastDay, writtenDate } from "./written-date.ts";

/** An invoice in a list (R-API-10). */
export interface InvoiceSummary {
  id: string;
  accountId: string;
  subscriptionId: string | null;
  number: string | null;
  currency: string;
  description: string | null;
  billingPeriodStart: string;
  /** The last second of the last day. */
  billingPeriodEnd: string;
  /** `Jan 1, 2024 - Jan 31, 2024`. */
  billingPeriod: string;
  status: ShownInvoiceStatus;
  issueDate: string | null;
  dueDate: string | null;
  /** In which its instants are the dates that it shows: the account's when it was made. */
  timezone: string;
  total: string;
  amountRemaining: string;
  createdAt: string;
  updatedAt: string;
}

export interface LineItem {
  id: string;
  description: string;
  billingPeriodStart: string;
  billingPeriodEnd: string;
  quantity: string;
  unitPrice: string | null;
  totalPrice: string;
  /** Its share of the invoice's taxes; a line that is split over several rates names each with its base. */
  taxes: LineTax[];
  isEditable: boolean;
  productId: string | null;
  priceId: string | null;
  versionId: string | null;
  kind: InvoiceLineRow["kind"];
  /** The property values by which the line's usage was set apart; null where nothing splits it. */
  usageGroup: Record<string, string> | null;
  groupName: string | null;
  unitLabel: string | null;
  /** Calendar dates of the account's zone, half-open: the end is the first day that does not belong to it. */
  servicePeriod: { start: string; end: string };
  proration: { days: number; of: number } | null;
  /** Where the price is in another currency: what it was converted from, frozen with the line. */
  conversion: LineConversion | null;
  /** What has to be said beside the amount, such as a negative quantity that was rated as 0 (R-RATE-3). */
  notes: string[];
}

/** From what a line was converted into the invoice's currency (R-SUB-9). */
export interface LineConversion {
  sourceCurrency: string;
  /** Null where tiers or fees leave no single price. */
  sourceUnitPrice: string | null;
  rate: string;
  rateDate: string | null;
}

/** Where a part of what an invoice below zero gave back went. */
export interface CreditPart {
  to: StoredCreditPart["to"];
  amount: string;
  /** The unpaid invoice that it reduced. */
  invoiceId: string | null;
  invoiceNumber: string | null;
  /** The prepaid grant that had paid, and got it back. */
  creditGrantId: string | null;
}

/** An invoice whole. */
export interface Invoice extends InvoiceSummary {
  billingDate: string;
  issuesAt: string | null;
  /** Why it could not issue itself; null unless it was put aside. */
  issuingFailure: string | null;
  paymentTerms: PaymentTerms;
  /** Without tax. */
  subtotal: string;
  /** What the lines come to as they stand: the subtotal with the taxes that their prices hold. */
  linesTotal: string;
  tax: string;
  /** Each tax once, computed on the sum of its lines (R-INV-6). */
  taxes: InvoiceTax[];
  creditsApplied: string;
  amountPaid: string;
  /** What an invoice below zero gave back, or would give back when it is issued; else zero. */
  amountCredited: string;
  /** Where that went, once it is issued: the parts sum to it. */
  creditedTo: CreditPart[];
  externalId: string | null;
  externalProvider: string | null;
  externalUrl: string | null;
  purchaseOrderNumber: string | null;
  /** What it says as issued; on a draft its own, null for the account's. */
  buyerReference: string | null;
  memo: string | null;
  footer: string | null;
  voidedAt: string | null;
  voidReason: string | null;
  /** The void invoice that this one bills again. */
  replacesInvoiceId: string | null;
  replacedByInvoiceId: string | null;
  /** Of its PDF as it was issued; null until it was drawn. */
  pdfSha256: string | null;
  /** Of the PDF that is marked void. */
  voidPdfSha256: string | null;
  /** Of what a release before, which kept no bytes, handed out with other bytes. */
  earlierPdfSha256: string | null;
  /** Whether it is XML, decided at issue; null without e-invoicing, and on drafts. */
  eInvoice: EInvoiceStatus | null;
  lineItems: LineItem[];
}

export function toInvoiceSummary(row: InvoiceRow): InvoiceSummary {
  const shownEnd = lastDay(row.periodEnd);
  return {
    id: row.id,
    accountId: row.accountId,
    subscriptionId: row.subscriptionId,
    number: row.number,
    currency: row.currency,
    description: row.description,
    billingPeriodStart: row.billingPeriodStart,
    billingPeriodEnd: lastSecond(row.billingPeriodEnd),
    billingPeriod: `${writtenDate(row.periodStart, "en-US")} - ${writtenDate(shownEnd, "en-US")}`,
    status: row.status,
    issueDate: row.issueDate,
    dueDate: row.dueDate,
    timezone: row.timezone,
    total: amount(row.total, row.currency),
    amountRemaining: formatAmount({ amount: amountDue(row), currency: row.currency }),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

export function toInvoice(row: InvoiceRow, lines: readonly InvoiceLineRow[]): Invoice {
  return withLineItems(
    row,
    lines.map((line) => toLineItem(line, row)),
  );
}

/** The invoice with lines that were shown before: issuing it does not change them. */
export function withLineItems(row: InvoiceRow, lineItems: LineItem[]): Invoice {
  return {
    ...toInvoiceSummary(row),
    billingDate: row.billingDate,
    issuesAt: row.issuesAt,
    issuingFailure: row.issuingFailure,
    paymentTerms: row.paymentTerms,
    subtotal: amount(row.subtotal, row.currency),
    linesTotal: formatAmount({ amount: linesTotal(row), currency: row.currency }),
    tax: amount(row.tax, row.currency),
    taxes: shownTaxes(row),
    creditsApplied: amount(row.creditsApplied, row.currency),
    amountPaid: amount(row.amountPaid, row.currency),
    amountCredited: formatAmount({ amount: amountCredited(row), currency: row.currency }),
    creditedTo: creditParts(row).map((part) => toCreditPart(part, row.currency)),
    externalId: row.externalId,
    externalProvider: row.externalProvider,
    externalUrl: row.externalUrl,
    purchaseOrderNumber: row.purchaseOrderNumber,
    buyerReference: row.buyer === null ? row.buyerReference : (row.buyer.buyerReference ?? null),
    memo: row.memo,
    footer: row.footer,
    voidedAt: row.voidedAt,
    voidReason: row.voidReason,
    replacesInvoiceId: row.replacesInvoiceId,
    replacedByInvoiceId: row.replacedByInvoiceId,
    pdfSha256: row.documentSha256,
    voidPdfSha256: row.voidDocumentSha256,
    earlierPdfSha256: earlierPdf(row),
    eInvoice: toEInvoiceStatus(row.eInvoice),
    lineItems: row.status === "draft" ? lineItems : lineItems.map((line) => ({ ...line, isEditable: false })),
  };
}

function toLineItem(line: InvoiceLineRow, invoice: InvoiceRow): LineItem {
  return {
    id: line.id,
    description: line.description,
    billingPeriodStart: line.servicePeriodStart,
    billingPeriodEnd: lastSecond(line.servicePeriodEnd),
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    totalPrice: amount(line.amount, invoice.currency),
    taxes: shownLineTaxes(line, invoice),
    // What billing wrote is never edited, and nothing of an issued invoice (R-INV-2).
    isEditable: invoice.status === "draft" && isFreeLine(line),
    productId: line.productId,
    priceId: line.priceId,
    versionId: line.versionId,
    kind: line.kind,
    usageGroup: line.usageGroup,
    groupName: line.groupName,
    unitLabel: line.unitLabel,
    servicePeriod: { start: line.periodStart, end: line.periodEnd },
    proration: line.proration,
    conversion: toLineConversion(line),
    notes: line.explanation.notes.map((note) => note.detail),
  };
}

/** What the line froze; nothing of a line that was billed before it was kept. */
export function toLineConversion({ explanation }: Pick<InvoiceLineRow, "explanation">): LineConversion | null {
  const { conversion, conversionRate } = explanation;
  if (conversion === undefined || conversionRate === null) return null;
  const { sourceCurrency, sourceUnitPrice, rateDate } = conversion;
  return { sourceCurrency, sourceUnitPrice, rate: Decimal.of(conversionRate).toCanonical(), rateDate };
}

function toCreditPart(part: StoredCreditPart, currency: string): CreditPart {
  return {
    to: part.to,
    amount: amount(part.amount, currency),
    invoiceId: part.invoiceId ?? null,
    invoiceNumber: part.invoiceNumber ?? null,
    creditGrantId: part.creditGrantId ?? null,
  };
}

function amount(text: string, currency: string): string {
  return formatAmount({ amount: Decimal.of(text), currency });
}

/** The interface shows a period's end as the last second that belongs to it. */
function lastSecond(end: string): string {
  return new Date(Date.parse(end) - 1_000).toISOString();
}
