import { hash } from "node:crypto";
import { Decimal } from "@counterfoil/engine";
import type { InvoiceLineRow, InvoiceRow } from "@counterfoil/storage";
import { canonicalJson } from "../canonical-json.ts";

/** Hashes over what an invoice froze when it was issued and nothing else proves. */
export interface InvoiceSeal {
  /** The seller and the buyer as printed. */
  readonly seller: string;
  readonly buyer: string;
  /** The account, the periods, the terms, and the lines that a user wrote. */
  readonly terms: string;
}

/**
 * Seals an invoice that is being issued. The hashes go into the audit entry of the issuing, to a log that the server
 * can only append to, and `verify` recomputes them. Members and their names are part of the hashes: changing them
 * changes the hash of every invoice.
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
    // Lines of a contract have their own hash.
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
