import type { InvoiceRow, OrganizationRow, SubscriptionRow } from "@counterfoil/storage";
import { graceEnd } from "../../billing/index.ts";

interface DraftParts {
  /** Undefined for a one-off invoice. */
  readonly subscription: SubscriptionRow | undefined;
  readonly organization: OrganizationRow;
  readonly id: string;
  readonly now: string;
}

/** The same invoice before it was issued, with a new grace. A one-off invoice waits until a user issues it. */
export function draftInPlaceOf(voided: InvoiceRow, { subscription, organization, id, now }: DraftParts): InvoiceRow {
  return {
    ...voided,
    id,
    status: "draft",
    number: null,
    series: null,
    sequence: null,
    issuesAt: subscription?.autoIssueInvoices === true ? graceEnd(now, organization) : null,
    issueDate: null,
    dueDate: null,
    overdueAt: null,
    paymentTerms: subscription?.invoicePaymentTerms ?? voided.paymentTerms,
    creditsApplied: "0",
    purchaseOrderNumber: subscription?.purchaseOrderNumber ?? voided.purchaseOrderNumber,
    buyerReference: subscription?.buyerReference ?? voided.buyerReference,
    // For a subscription, the templates fill these in again.
    memo: subscription === undefined ? voided.memo : null,
    footer: subscription === undefined ? voided.footer : null,
    externalId: null,
    externalProvider: null,
    externalUrl: null,
    seller: null,
    buyer: null,
    eInvoice: null,
    pdfSha256: null,
    documentSha256: null,
    voidDocumentSha256: null,
    replacesInvoiceId: voided.id,
    createdAt: now,
    updatedAt: now,
  };
}
