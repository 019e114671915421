import type { PrintedPaymentMethod, PrintedReceipt } from "@counterfoil/documents";
import { Decimal, formatAmount } from "@counterfoil/engine";
import { findInvoices, findPayment, type InvoiceRow, noteReceipt, type PaymentRow } from "@counterfoil/storage";
import { type Context, read, transact } from "../context.ts";
import {
  drawn,
  findLogoBytes,
  findStoredPdf,
  type NamedDocument,
  type SealedPdf,
  sealPdf,
  storePdf,
  toLook,
  toPrintedBuyer,
  toPrintedSeller,
} from "../documents/index.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { requireIssued } from "../invoices/index.ts";
import { localDay } from "../time.ts";

/**
 * The PDF of a succeeded payment, by its ID or external ID; 409 for other payments (R-PDF-1). It is rendered once, and
 * again after each refund, because it shows the amount refunded so far.
 */
export async function renderReceiptPdf(context: Context, idOrExternalId: string): Promise<SealedPdf> {
  const { document, receipt, stored } = await read(context, async (tx) => {
    const payment = await findPayment(tx, idOrExternalId);
    if (payment === undefined) throw notFound("payment", idOrExternalId);
    const [invoice] = await findInvoices(tx, [payment.invoiceId]);
    if (invoice === undefined) throw new Error(`payment ${payment.id} has no invoice`);
    const receipt = toReceipt(payment, invoice, await findLogoBytes(tx, invoice.seller?.logoUrl ?? null));
    const document = documentOf(payment);
    return { document, receipt, stored: await findStoredPdf(tx, document) };
  });
  if (stored !== null) return stored;
  const pdf = sealPdf(await drawn(context.documents.renderReceipt(receipt, context.organizationId)), document.name);
  return transact(context, async (work) => {
    await noteReceipt(work.tx, document.objectId, pdf.sha256);
    const stored = await storePdf(work, document, pdf);
    if (stored.sha256 !== pdf.sha256) await noteReceipt(work.tx, document.objectId, stored.sha256);
    return stored;
  });
}

/** After a payment has succeeded, only its refunded amount changes. */
function documentOf({ id, receiptNumber, refundedAmount }: PaymentRow): NamedDocument {
  const state = `refunded ${Decimal.of(refundedAmount).toCanonical()}`;
  return { kind: "receipt", objectId: id, state, name: receiptNumber ?? `receipt-${id}` };
}

function toReceipt(payment: PaymentRow, invoice: InvoiceRow, logo: Uint8Array | null): PrintedReceipt {
  const { status, paidOn, method } = payment;
  if (status !== "succeeded" || paidOn === null) {
    throw new DomainError("state_conflict", `The payment is ${status}. Only a succeeded payment has a receipt.`);
  }
  const { seller, buyer, number, issueDate } = requireIssued(invoice);
  const money = (text: string): string => formatAmount({ amount: Decimal.of(text), currency: payment.currency });
  return {
    number: payment.receiptNumber,
    paidOn,
    method: printedMethod(method),
    reference: payment.externalId,
    seller: toPrintedSeller(seller, logo),
    buyer: toPrintedBuyer(buyer),
    look: toLook(seller),
    currency: payment.currency,
    locale: seller.locale,
    amount: money(payment.amount),
    invoices: [
      {
        number,
        issueDate: localDay(issueDate, invoice.timezone),
        total: money(invoice.total),
        paid: money(payment.appliedAmount),
      },
    ],
    keptAsCredit: money(payment.creditedAmount),
    refunded: money(payment.refundedAmount),
    memo: null,
    footer: seller.documentTemplate.footer,
  };
}

/** A payment method without a name is not printed. */
function printedMethod(method: PaymentRow["method"]): PrintedPaymentMethod | null {
  return method === "other" ? null : method;
}
