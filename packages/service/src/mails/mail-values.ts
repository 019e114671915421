import { contractName, unitInOrder } from "@counterfoil/documents";
import { Decimal, minorUnits, remembered } from "@counterfoil/engine";
import type { InvoiceRow, SubscriptionRow } from "@counterfoil/storage";
import { amountCredited, amountDue, lastDay, writtenDate } from "../invoices/index.ts";
import { localDay } from "../time.ts";
import type { TemplateValues } from "./fill-template.ts";

/** A payment as a receipt shows it. */
export interface ReceivedPayment {
  readonly id: string;
  /** Null for receipts of earlier releases, which have no number. */
  readonly receiptNumber: string | null;
  readonly amount: string;
  readonly currency: string;
  /** A local day, `2024-01-31`. */
  readonly receivedOn: string;
  /** In the reader's language: "Bank transfer", "Visa ending in 4242". */
  readonly method: string | null;
}

/** The template values of an issued invoice in a locale. Missing values are empty. */
export function invoiceValues(invoice: InvoiceRow, locale: string): TemplateValues {
  const money = (amount: Decimal) => writtenAmount(amount, invoice.currency, locale);
  const due = amountDue(invoice);
  const isDue = due.isPositive() && invoice.status !== "paid";
  const credited = amountCredited(invoice);
  const day = (instant: string | null) =>
    instant === null ? "" : writtenDate(localDay(instant, invoice.timezone), locale);
  return {
    InvoiceNumber: invoice.number ?? "",
    InvoiceDate: day(invoice.issueDate),
    // No payment is due if the invoice became credit.
    DueDate: credited.isZero() && invoice.status !== "void" ? day(invoice.dueDate) : "",
    BillingPeriod: writtenPeriod(invoice.periodStart, invoice.periodEnd, locale),
    PurchaseOrderNumber: invoice.purchaseOrderNumber ?? "",
    Total: money(Decimal.of(invoice.total)),
    AmountDue: isDue ? money(due) : "",
    AmountCredited: credited.isZero() ? "" : money(credited),
  };
}

export function paymentValues(payment: ReceivedPayment, locale: string): TemplateValues {
  return {
    ReceiptNumber: payment.receiptNumber ?? "",
    PaymentAmount: writtenAmount(Decimal.of(payment.amount), payment.currency, locale),
    PaymentDate: writtenDate(payment.receivedOn, locale),
    PaymentMethod: payment.method ?? "",
  };
}

export function contractValues(subscription: SubscriptionRow, locale: string): TemplateValues {
  return {
    ContractName: contractName(subscription.name, locale),
    ContractStart: writtenDate(subscription.contractStartOn, locale),
  };
}

/** One day, or the first and the last: `Jan 1, 2024 – Jan 31, 2024`. */
function writtenPeriod(start: string, end: string, locale: string): string {
  const [first, last] = [writtenDate(start, locale), writtenDate(lastDay(end), locale)];
  return first === last || end <= start ? first : `${first} – ${last}`;
}

/** A cache by locale and currency: creating a formatter costs a hundred times as much as using it. */
const formattersIn = remembered((locale: string) =>
  remembered((currency: string) => {
    const digits = minorUnits(currency);
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(locale, { style: "currency", currency, ...fraction });
  }),
);

/** An amount formatted for a locale. It is exact, because `Intl` accepts decimals as text. */
export function writtenAmount(amount: Decimal, currency: string, locale: string): string {
  const formatter = formattersIn(locale)(currency);
  return unitInOrder(formatter.format(amount.toString() as Intl.StringNumericLiteral), locale);
}
