import { Decimal, formatAmount, type PaymentTerms } from "@counterfoil/engine";
import type {
  InvoiceLineRow,
  InvoiceRow,
  ListedInvoiceRow,
  ShownInvoiceStatus,
  StoredCreditPart,
} from "@counterfoil/storage";
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
  /** The time zone in which its instants are dates: the account's when the invoice was created. */
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
  /** Its share of the invoice's taxes. A line that is split over several rates names each with its base. */
  taxes: LineTax[];
  isEditable: boolean;
  productId: string | null;
  priceId: string | null;
  versionId: string | null;
  kind: InvoiceLineRow["kind"];
  /** The property values that identify the line's part of the usage. Null if nothing splits it. */
  usageGroup: Record<string, string> | null;
  groupName: string | null;
  unitLabel: string | null;
  /** Calendar dates in the account's zone, half-open: the end is the first day that does not belong to it. */
  servicePeriod: { start: string; end: string };
  proration: { days: number; of: number } | null;
  /** The conversion of a price in another currency, frozen with the line. */
  conversion: LineConversion | null;
  /** Remarks about the amount, such as a negative quantity that was rated as 0 (R-RATE-3). */
  notes: string[];
}

/** The original price of a line that was converted into the invoice's currency (R-SUB-9). */
export interface LineConversion {
  sourceCurrency: string;
  /** Null if tiers or fees leave no single price. */
  sourceUnitPrice: string | null;
  rate: string;
  rateDate: string | null;
}

/** One part of what an invoice below zero gave back, and where it went. */
export interface CreditPart {
  to: StoredCreditPart["to"];
  amount: string;
  /** The unpaid invoice that it reduced. */
  invoiceId: string | null;
  invoiceNumber: string | null;
  /** The prepaid grant that had paid and got the amount back. */
  creditGrantId: string | null;
}

/** The amounts of an invoice that lists return on request. */
export interface InvoiceAmounts {
  /** Without tax. */
  subtotal: string;
  tax: string;
  creditsApplied: string;
  amountPaid: string;
}

/** A complete invoice. */
export interface Invoice extends InvoiceSummary, InvoiceAmounts {
  billingDate: string;
  issuesAt: string | null;
  /** Why it could not be issued automatically. Null unless it was put aside. */
  issuingFailure: string | null;
  paymentTerms: PaymentTerms;
  /** The sum of the lines as they are shown: the subtotal plus the taxes included in their prices. */
  linesTotal: string;
  /** Each tax once, computed on the sum of its lines (R-INV-6). */
  taxes: InvoiceTax[];
  /** What an invoice below zero gave back, or will give back when it is issued. Otherwise zero. */
  amountCredited: string;
  /** Where that amount went, once the invoice is issued. The parts sum to it. */
  creditedTo: CreditPart[];
  externalId: string | null;
  externalProvider: string | null;
  externalUrl: string | null;
  purchaseOrderNumber: string | null;
  /** The reference as issued. On a draft its own, or null for the account's. */
  buyerReference: string | null;
  memo: string | null;
  footer: string | null;
  voidedAt: string | null;
  voidReason: string | null;
  /** The void invoice that this one bills again. */
  replacesInvoiceId: string | null;
  replacedByInvoiceId: string | null;
  /** The hash of its PDF as issued. Null until the PDF is drawn. */
  pdfSha256: string | null;
  /** The hash of the PDF that is marked void. */
  voidPdfSha256: string | null;
  /** The hash of an earlier PDF that a release without stored documents handed out with other bytes. */
  earlierPdfSha256: string | null;
  /** Whether it can be written as XML, decided at issue. Null without e-invoicing, and on drafts. */
  eInvoice: EInvoiceStatus | null;
  lineItems: LineItem[];
}

export function toInvoiceSummary(row: ListedInvoiceRow): InvoiceSummary {
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

export function invoiceAmounts(row: ListedInvoiceRow): InvoiceAmounts {
  return {
    subtotal: amount(row.subtotal, row.currency),
    tax: amount(row.tax, row.currency),
    creditsApplied: amount(row.creditsApplied, row.currency),
    amountPaid: amount(row.amountPaid, row.currency),
  };
}

export function toInvoice(row: InvoiceRow, lines: readonly InvoiceLineRow[]): Invoice {
  return withLineItems(
    row,
    lines.map((line) => toLineItem(line, row)),
  );
}

/** The invoice with lines that were shown before, because issuing does not change them. */
export function withLineItems(row: InvoiceRow, lineItems: LineItem[]): Invoice {
  return {
    ...toInvoiceSummary(row),
    ...invoiceAmounts(row),
    billingDate: row.billingDate,
    issuesAt: row.issuesAt,
    issuingFailure: row.issuingFailure,
    paymentTerms: row.paymentTerms,
    linesTotal: formatAmount({ amount: linesTotal(row), currency: row.currency }),
    taxes: shownTaxes(row),
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
    // Lines that billing wrote are never editable, and neither is an issued invoice (R-INV-2).
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

/** The conversion that the line froze. Null for a line billed before conversions were recorded. */
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

/** The API shows a period's end as the last second that belongs to it. */
function lastSecond(end: string): string {
  return new Date(Date.parse(end) - 1_000).toISOString();
}
