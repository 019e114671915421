import { Decimal, formatAmount } from "@counterfoil/engine";
import { findPayableInvoices, type InvoiceRow, type Tx } from "@counterfoil/storage";
import { type Context, read } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { amountDue } from "../../invoices/index.ts";
import { type PaymentProvider, requireProvider } from "../../payments/index.ts";
import { openPortal } from "../../portal/index.ts";
import { type BegunPayment, payOnPage } from "../pay/index.ts";

/** The most invoices that one request pays. Each takes a call to the provider while the customer waits. */
const MOST_AT_ONCE = 20;
/** Concurrent calls. The first is made alone, because it may have to create the customer at the provider. */
const CALLS = 4;

/** What a customer can pay at once: the open invoices of a currency, the earliest due first. */
export interface PayableTogether {
  currency: string;
  /** How many invoices one request pays. */
  invoiceCount: number;
  /** Their amount due. */
  total: string;
  /** Open invoices beyond the limit of a request, to be paid with another one. */
  furtherCount: number;
}

/** The payment of one of the invoices that are paid together. */
export interface PaymentTogether {
  invoiceId: string;
  invoiceNumber: string | null;
  amount: string;
  /** Null if the payment could not be started. */
  payment: BegunPayment | null;
  /** `amount` in the unit of the provider's form, such as cents. Null if there is no payment. */
  formAmount: number | null;
  /** Why the payment could not be started. Null if it was. */
  problem: string | null;
}

/** The payments of the open invoices of a currency, one per invoice, and what the provider's form needs. */
export interface PaymentsTogether {
  currency: string;
  /** The sum of the payments that were started. */
  total: string;
  provider: string;
  publishableKey: string | null;
  invoices: PaymentTogether[];
  furtherCount: number;
}

/** What can be paid at once, by currency. A single open invoice has its own payment page. */
export async function payableTogether(tx: Tx, accountId: string): Promise<PayableTogether[]> {
  const open = Map.groupBy(await findPayableInvoices(tx, accountId), ({ currency }) => currency);
  return [...open].flatMap(([currency, invoices]) => {
    if (invoices.length < 2) return [];
    const { taken, furtherCount } = limited(invoices);
    return [{ currency, invoiceCount: taken.length, total: sumOf(taken.map(amountDue), currency), furtherCount }];
  });
}

/**
 * Begins a payment of each open invoice of a currency, by a portal link. The provider takes a payment for one invoice, so
 * that each has its own result, receipt and refund; the customer confirms them with one form. A repeated call returns the
 * payments already begun. One invoice that cannot be paid does not stop the others.
 */
export async function payAllInPortal(context: Context, token: string, currency: string): Promise<PaymentsTogether> {
  const { account } = await openPortal(context, token);
  const payable = await read(context, (tx) => findPayableInvoices(tx, account.id));
  const { taken, furtherCount } = limited(payable.filter((invoice) => invoice.currency === currency));
  const [first, ...others] = taken;
  if (first === undefined) {
    throw new DomainError("state_conflict", `No open invoice in ${currency} can be paid. Reload the page.`);
  }
  const provider = await requireProvider(context);
  const invoices = [await beginOne(context, provider, { invoice: first, isFirst: true })];
  for (let at = 0; at < others.length; at += CALLS) {
    const next = others.slice(at, at + CALLS);
    invoices.push(
      ...(await Promise.all(next.map((invoice) => beginOne(context, provider, { invoice, isFirst: false })))),
    );
  }
  const begun = invoices.flatMap(({ payment }) => (payment === null ? [] : [Decimal.of(payment.amount)]));
  const { name, publishableKey } = provider;
  return { currency, total: sumOf(begun, currency), provider: name, publishableKey, invoices, furtherCount };
}

/** If the provider does not respond to the first call, the others are not made. */
async function beginOne(
  context: Context,
  provider: PaymentProvider,
  { invoice, isFirst }: { readonly invoice: InvoiceRow; readonly isFirst: boolean },
): Promise<PaymentTogether> {
  const { id: invoiceId, number: invoiceNumber, currency } = invoice;
  try {
    const payment = await payOnPage(context, provider, invoiceId);
    const formAmount = provider.formAmount(Decimal.of(payment.amount), currency);
    return { invoiceId, invoiceNumber, amount: payment.amount, payment, formAmount, problem: null };
  } catch (error) {
    if (!(error instanceof DomainError) || (isFirst && error.code === "provider_unavailable")) throw error;
    const amount = formatAmount({ amount: amountDue(invoice), currency });
    return { invoiceId, invoiceNumber, amount, payment: null, formAmount: null, problem: error.message };
  }
}

function limited(invoices: readonly InvoiceRow[]): { taken: readonly InvoiceRow[]; furtherCount: number } {
  return { taken: invoices.slice(0, MOST_AT_ONCE), furtherCount: Math.max(0, invoices.length - MOST_AT_ONCE) };
}

function sumOf(amounts: readonly Decimal[], currency: string): string {
  const amount = amounts.reduce((sum, one) => sum.plus(one), Decimal.zero);
  return formatAmount({ amount, currency });
}
