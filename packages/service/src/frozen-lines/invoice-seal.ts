import { hash } from "node:crypto";
import { Decimal } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";

/** Hashes over what an invoice froze when it was issued and what nothing else proves. */
export interface InvoiceSeal {
  /** Who sells and who is billed, as printed. */
  readonly seller: string;
  readonly buyer: string;
  /** Whose it is, its periods, its terms, and the lines that somebody wrote. */
  readonly terms: string;
}

/**
 * Seals an invoice that is being issued: the hashes go into the audit log's entry of the issuing, to which the server can only
 * add, and `verify` makes them anew. Their members and names are part of them: another form is another hash for every invoice.
 */
export function sealOf(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): InvoiceSeal {
  return { seller: sealed(invoice.seller), buyer: sealed(invoice.buyer), terms: sealed(termsOf(invoice, lines)) };
}

function sealed(value: object | null): string {
  return `sha256:${hash("sha256", canonicalJson(value))}`;
}

function termsOf(invoice: InvoiceRow, lines: readonly InvoiceLineRow[]): object {
  return {
    accountId: invoice.accountId,
    subscriptionId: invoice.subscriptionId,
    currency: invoice.currency,
    timezone: invoice.timezone,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
    billingPeriodStart: invoice.billingPeriodStart,
    billingPeriodEnd: invoice.billingPeriodEnd,
    billingDate: invoice.billingDate,
    paymentTerms: invoice.paymentTerms,
    purchaseOrderNumber: invoice.purchaseOrderNumber,
    // What a contract made has a hash of its own.
    freeLines: lines.filter(({ explanation }) => explanation.basis === undefined).map(freeLine),
  };
}

function freeLine(line: InvoiceLineRow): object {
  return {
    id: line.id,
    kind: line.kind,
    description: line.description,
    productId: line.productId,
    periodStart: line.periodStart,
    periodEnd: line.periodEnd,
    quantity: Decimal.of(line.quantity).toCanonical(),
    unitPrice: line.unitPrice === null ? null : Decimal.of(line.unitPrice).toCanonical(),
    amount: Decimal.of(line.amount).toCanonical(),
  };
}
