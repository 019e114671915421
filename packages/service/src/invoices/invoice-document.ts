import type {
  InvoiceDocument,
  InvoiceDocumentLine,
  PrintedConversion,
  PrintedCreditPart,
  UsageByDayTable,
  UsageDetailTable,
} from "@counterfoil/documents";
import { Decimal, formatAmount, type PaymentTerms } from "@counterfoil/engine";
import { toLook, toPrintedBuyer, toPrintedSeller } from "../documents/printed-parties.ts";
import { linesTotal } from "../tax/lines-total.ts";
import { printedReasons, printedTaxes } from "../tax/printed-taxes.ts";
import { localDay } from "../time.ts";
import { toLineConversion } from "./invoice.ts";
import { amountCredited, creditParts } from "./invoice-totals.ts";
import type {
  BuyerSnapshot,
  InvoiceLineRow,
  InvoiceRow,
  SellerSnapshot,
  StoredCreditPart,
  StoredStep,
} from "@counterfoil/storage";

/** Written out for English readers; elsewhere the due date says it in the reader's own words. */
const PAYABLE: Record<PaymentTerms, string | null> = {
  on_issue: "Payable on receipt",
  net_7: "Payable within 7 days",
  net_15: "Payable within 15 days",
  net_30: "Payable within 30 days",
  net_60: "Payable within 60 days",
  net_90: "Payable within 90 days",
  indefinite: null,
};

/** What is printed of an invoice, from its snapshots alone: nothing here looks at what an account is called today. */
export function toInvoiceDocument(
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  seller: SellerSnapshot,
  buyer: BuyerSnapshot,
  { logo, usageByDay }: { logo: Uint8Array | null; usageByDay: readonly UsageByDayTable[] },
): InvoiceDocument {
  const money = moneyIn(invoice.currency);
  const { documentTemplate: template } = seller;
  const isCredit = Decimal.of(invoice.total).isNegative();
  const settled = Decimal.of(invoice.amountPaid).plus(Decimal.of(invoice.creditsApplied));
  const due = isCredit ? Decimal.zero : Decimal.of(invoice.total).minus(settled);
  const held = heldTaxes(invoice);
  return {
    number: invoice.number,
    status: invoice.status,
    issueDate: localDate(invoice.issueDate, invoice),
    dueDate: localDate(invoice.dueDate, invoice),
    billingPeriod: { start: invoice.periodStart, end: invoice.periodEnd },
    seller: toPrintedSeller(seller, logo),
    buyer: toPrintedBuyer(buyer),
    look: toLook(seller),
    purchaseOrderNumber: invoice.purchaseOrderNumber,
    currency: invoice.currency,
    locale: seller.locale,
    lines: lines.map((line) => ({
      ...toDocumentLine(line, seller.locale, money),
      includesTax: (line.taxes ?? []).some((part) => part.taxes.some(({ index }) => held.has(index))),
    })),
    subtotal: money(invoice.subtotal),
    linesTotal: money(linesTotal(invoice).toString()),
    taxes: printedTaxes(invoice, money),
    total: money(invoice.total),
    // A negative total was given back: nothing is deducted from it, and nothing is due.
    creditsApplied: money(isCredit ? "0" : invoice.creditsApplied),
    amountPaid: money(invoice.amountPaid),
    amountDue: formatAmount({ amount: due, currency: invoice.currency }),
    amountCredited: formatAmount({ amount: amountCredited(invoice), currency: invoice.currency }),
    creditedTo: creditParts(invoice).map((part) => toPrintedPart(part, money)),
    usageDetail: template.showUsageDetail ? lines.flatMap((line) => usageDetail(line, money)) : [],
    usageByDay,
    memo: invoice.memo,
    footer: invoice.footer ?? template.footer,
    paymentTerms: isEnglish(seller.locale) ? PAYABLE[invoice.paymentTerms] : null,
    notes: [
      ...printedReasons(invoice, seller.locale),
      ...lines.flatMap((line) => line.explanation.notes.map((note) => `${line.description}: ${note.detail}`)),
    ],
  };
}

/** The places of the taxes that lines hold in their amounts. */
function heldTaxes({ taxes }: InvoiceRow): ReadonlySet<number> {
  return new Set((taxes ?? []).flatMap(({ inclusive }, index) => (inclusive ? [index] : [])));
}

const ADJUSTMENTS: ReadonlySet<InvoiceLineRow["kind"]> = new Set(["credit", "discount", "minimum", "maximum"]);

function isEnglish(locale: string): boolean {
  return locale.startsWith("en");
}

function toDocumentLine(line: InvoiceLineRow, locale: string, money: (text: string) => string): InvoiceDocumentLine {
  const isAdjustment = ADJUSTMENTS.has(line.kind);
  return {
    kind: isAdjustment ? "adjustment" : "charge",
    description: line.description,
    usageValues: Object.values(line.usageGroup ?? {}),
    detail: line.proration === null ? null : writtenProration(line.proration, locale),
    servicePeriod: { start: line.periodStart, end: line.periodEnd },
    quantity: isAdjustment ? null : line.quantity,
    unitPrice: line.unitPrice === null ? null : writtenPrice(line.unitPrice, money),
    amount: money(line.amount),
    conversion: printedConversion(line),
    group: line.groupName,
  };
}

function printedConversion(line: InvoiceLineRow): PrintedConversion | null {
  const conversion = toLineConversion(line);
  if (conversion === null) return null;
  const { sourceCurrency: currency, sourceUnitPrice, rate, rateDate: date } = conversion;
  const money = moneyIn(currency);
  return { currency, unitPrice: sourceUnitPrice === null ? null : writtenPrice(sourceUnitPrice, money), rate, date };
}

function toPrintedPart(part: StoredCreditPart, money: (text: string) => string): PrintedCreditPart {
  const amount = money(part.amount);
  return part.to === "invoice" ? { to: part.to, number: part.invoiceNumber ?? "", amount } : { to: part.to, amount };
}

function moneyIn(currency: string): (text: string) => string {
  return (text) => formatAmount({ amount: Decimal.of(text), currency });
}

/** `100.00` for 100, and `0.000123` as it is. */
function writtenPrice(price: string, money: (text: string) => string): string {
  const rounded = money(price);
  return Decimal.of(rounded).equals(Decimal.of(price)) ? rounded : price;
}

function writtenProration({ days, of }: { days: number; of: number }, locale: string): string {
  return isEnglish(locale) ? `${days} of ${of} days` : `${days}/${of}`;
}

/** The tiers, fees and packages behind a usage line that has no single unit price. */
function usageDetail(line: InvoiceLineRow, money: (text: string) => string): UsageDetailTable[] {
  const { steps } = line.explanation;
  if (line.kind !== "usage" || steps.length < 2) return [];
  const conversion = printedConversion(line);
  // The steps are in the currency of the price.
  const priced = conversion === null ? money : moneyIn(conversion.currency);
  return [{ title: line.description, conversion, rows: steps.map((step) => detailRow(step, priced)) }];
}

function detailRow(step: StoredStep, money: (text: string) => string): UsageDetailTable["rows"][number] {
  const operand = (name: string): string | null => {
    const value = step[name];
    return typeof value === "string" ? value : null;
  };
  const percentage = operand("percentage");
  return {
    label: percentage === null ? step.label : `${step.label} · ${percentage} %`,
    quantity: operand("quantity"),
    unitPrice: operand("unitPrice"),
    amount: money(step.amount),
  };
}

function localDate(instant: string | null, invoice: InvoiceRow): string | null {
  return instant === null ? null : localDay(instant, invoice.timezone);
}
