import {
  type InvoiceDocument,
  type InvoiceDocumentLine,
  lineTexts,
  type LineTexts,
  type PrintedConversion,
  type PrintedCreditPart,
  type PrintedPayment,
  type UsageByDayTable,
  type UsageDetailRow,
  type UsageDetailTable,
} from "@counterfoil/documents";
import { Decimal, formatAmount, paymentDays, type PaymentTerms, readLineText } from "@counterfoil/engine";
import { toLook, toPrintedBuyer, toPrintedSeller } from "../documents/index.ts";
import { linesTotal, lineTaxRates, printedReasons, printedTaxes } from "../tax/index.ts";
import { localDay } from "../time.ts";
import { lastDay } from "./written-date.ts";
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

/** What an invoice's document shows that is neither in the invoice nor in a snapshot. */
interface PrintedBeside {
  readonly logo: Uint8Array | null;
  readonly usageByDay: readonly UsageByDayTable[];
  /** How to pay. Null if nothing is due, so that the document invites no payment. */
  readonly payment: PrintedPayment | null;
}

interface Parties {
  readonly seller: SellerSnapshot;
  readonly buyer: BuyerSnapshot;
}

/** What is printed of an invoice, from its snapshots alone, so that an account's current name does not matter. */
export function toInvoiceDocument(
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  { seller, buyer }: Parties,
  { logo, usageByDay, payment }: PrintedBeside,
): InvoiceDocument {
  const money = moneyIn(invoice.currency);
  const texts = lineTexts(seller.locale, invoice.currency);
  const { documentTemplate: template } = seller;
  const isCredit = Decimal.of(invoice.total).isNegative();
  const settled = Decimal.of(invoice.amountPaid).plus(Decimal.of(invoice.creditsApplied));
  const due = isCredit ? Decimal.zero : Decimal.of(invoice.total).minus(settled);
  const held = heldTaxes(invoice);
  const taxes = printedTaxes(invoice, texts, money);
  const printedSeller = toPrintedSeller(seller, logo);
  return {
    number: invoice.number,
    status: invoice.status,
    issueDate: localDate(invoice.issueDate, invoice),
    dueDate: localDate(invoice.dueDate, invoice),
    billingPeriod: { start: invoice.periodStart, end: invoice.periodEnd },
    deliveredOn: lastDay(invoice.periodEnd),
    seller: { ...printedSeller, bankDetails: payment === null ? [] : printedSeller.bankDetails },
    buyer: toPrintedBuyer(buyer),
    look: toLook(seller),
    purchaseOrderNumber: invoice.purchaseOrderNumber,
    buyerReference: buyer.buyerReference ?? null,
    currency: invoice.currency,
    locale: seller.locale,
    lines: lines.map((line) => ({
      ...toDocumentLine(line, texts, money),
      steps: template.showUsageDetail ? stepsBelow(line, texts, money) : [],
      taxRates: lineTaxRates(line, taxes),
      includesTax: (line.taxes ?? []).some((part) => part.taxes.some(({ index }) => held.has(index))),
    })),
    subtotal: money(invoice.subtotal),
    linesTotal: money(linesTotal(invoice).toString()),
    taxes,
    total: money(invoice.total),
    // A negative total was given back: nothing is deducted from it, and nothing is due.
    creditsApplied: money(isCredit ? "0" : invoice.creditsApplied),
    amountPaid: money(invoice.amountPaid),
    amountDue: formatAmount({ amount: due, currency: invoice.currency }),
    amountCredited: formatAmount({ amount: amountCredited(invoice), currency: invoice.currency }),
    creditedTo: creditParts(invoice).map((part) => toPrintedPart(part, money)),
    ...(payment === null ? {} : { payment }),
    usageDetail: template.showUsageDetail ? lines.flatMap((line) => usageDetail(line, texts, money)) : [],
    usageByDay,
    memo: invoice.memo,
    footer: invoice.footer ?? template.footer,
    paymentTerms: termsText(invoice.paymentTerms, texts),
    notes: [
      ...printedReasons(invoice, texts, seller.locale),
      ...lines.flatMap((line) =>
        line.explanation.notes.map(
          ({ code, detail }) => `${texts.line(readLineText(line))}: ${texts.note(code) ?? detail}`,
        ),
      ),
    ],
  };
}

/** The indexes of the taxes that are included in the lines' amounts. */
function heldTaxes({ taxes }: InvoiceRow): ReadonlySet<number> {
  return new Set((taxes ?? []).flatMap(({ inclusive }, index) => (inclusive ? [index] : [])));
}

const ADJUSTMENTS: ReadonlySet<InvoiceLineRow["kind"]> = new Set(["credit", "discount", "minimum", "maximum"]);

function termsText(terms: PaymentTerms, texts: LineTexts): string | null {
  const days = paymentDays(terms);
  return days === null ? null : texts.payableWithin(days);
}

function toDocumentLine(line: InvoiceLineRow, texts: LineTexts, money: (text: string) => string): InvoiceDocumentLine {
  const isAdjustment = ADJUSTMENTS.has(line.kind);
  return {
    kind: isAdjustment ? "adjustment" : "charge",
    description: texts.line(readLineText(line)),
    usageValues: Object.values(line.usageGroup ?? {}),
    detail: line.proration === null ? null : texts.proration(line.proration.days, line.proration.of),
    servicePeriod: { start: line.periodStart, end: line.periodEnd },
    quantity: isAdjustment ? null : line.quantity,
    unit: line.unitLabel,
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

/** `100.00` for 100, and `0.000123` unchanged. */
function writtenPrice(price: string, money: (text: string) => string): string {
  const rounded = money(price);
  return Decimal.of(rounded).equals(Decimal.of(price)) ? rounded : price;
}

/** More tiers than this are printed in an appendix. */
const MOST_STEPS_BELOW_LINE = 12;

/** Whether the tiers, fees and packages of a usage line are printed, and where. Converted ones are in another currency. */
function placeOfSteps(line: InvoiceLineRow): "below" | "appendix" | null {
  const { steps } = line.explanation;
  if (line.kind !== "usage" || steps.length < 2) return null;
  return steps.length <= MOST_STEPS_BELOW_LINE && printedConversion(line) === null ? "below" : "appendix";
}

function stepsBelow(line: InvoiceLineRow, texts: LineTexts, money: (text: string) => string): UsageDetailRow[] {
  return placeOfSteps(line) === "below" ? line.explanation.steps.map((step) => detailRow(step, texts, money)) : [];
}

/** The tiers, fees and packages behind a usage line without a single unit price, if they are not below the line. */
function usageDetail(line: InvoiceLineRow, texts: LineTexts, money: (text: string) => string): UsageDetailTable[] {
  if (placeOfSteps(line) !== "appendix") return [];
  const { steps } = line.explanation;
  const conversion = printedConversion(line);
  // The steps are in the currency of the price.
  const priced = conversion === null ? money : moneyIn(conversion.currency);
  const rows = steps.map((step) => detailRow(step, texts, priced));
  return [{ title: texts.line(readLineText(line)), conversion, rows }];
}

function detailRow(step: StoredStep, texts: LineTexts, money: (text: string) => string): UsageDetailRow {
  const operand = (name: string): string | null => {
    const value = step[name];
    return typeof value === "string" ? value : null;
  };
  const percentage = operand("percentage");
  return {
    label: percentage === null ? texts.step(step) : `${texts.step(step)} · ${texts.percent(percentage)}`,
    quantity: operand("quantity"),
    unitPrice: operand("unitPrice"),
    amount: money(step.amount),
  };
}

function localDate(instant: string | null, invoice: InvoiceRow): string | null {
  return instant === null ? null : localDay(instant, invoice.timezone);
}
