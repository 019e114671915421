import {
  findSubscriptionsById,
  getOrganization,
  insertInvoiceLines,
  insertInvoices,
  type InvoiceLineRow,
  type InvoiceRow,
  type OrganizationRow,
  reviewLaterParts,
  type SubscriptionRow,
  updateDraft,
} from "@counterfoil/storage";
import type { Work } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { settleTaxes } from "../../invoice-taxes/index.ts";
import { decideAgain, graceEnd } from "../../billing/index.ts";
import { type WrittenInvoice, writtenInvoice } from "../../invoices/index.ts";

/**
 * A draft that bills again what a void invoice billed, for the same billing date. What it charges was settled when it was first
 * billed and stands; its usage is counted anew, what was billed of that usage since is taken off, its discounts and spend limits
 * follow from both, and parties, terms and taxes are those of the day on which it is issued. Undefined where nothing is left.
 */
export async function billVoidAgain(
  work: Work,
  voided: InvoiceRow,
  lines: readonly InvoiceLineRow[],
  now: string,
): Promise<WrittenInvoice | undefined> {
  const [subscription] = await findSubscriptionsById(work.tx, [voided.subscriptionId ?? ""]);
  const draft = draftInPlaceOf(work, { voided, subscription, organization: await getOrganization(work.tx), now });
  await insertInvoices(work.tx, [draft]);
  const own = lines.map((line) => ({ ...line, id: work.ids.next("line"), invoiceId: draft.id }));
  // What it gives back stands, and leaves less for the usage that is counted anew.
  await insertInvoiceLines(work.tx, own);
  if (subscription === undefined) return taxAgain(work, writtenInvoice(draft, own));
  const { settled, failures } = await decideAgain(work, [draft], new Map([[draft.id, own]]));
  const [failure] = failures;
  if (failure !== undefined) {
    const detail = `The invoice is ${voided.status} and can be voided, but it cannot be billed again: ${failure.failure}`;
    throw new DomainError("state_conflict", detail);
  }
  const [decided] = settled;
  const written = decided === undefined ? undefined : await taxAgain(work, decided);
  await reviewLaterParts(work.tx, voided.id);
  return written;
}

/** The draft with the taxes of what its parties are by now. */
async function taxAgain(work: Work, decided: WrittenInvoice): Promise<WrittenInvoice> {
  const [written = decided] = await settleTaxes(work.tx, [decided]);
  await updateDraft(work.tx, written.invoice);
  return written;
}

interface VoidedInvoice {
  readonly voided: InvoiceRow;
  readonly subscription: SubscriptionRow | undefined;
  readonly organization: OrganizationRow;
  readonly now: string;
}

/** The same invoice before it was issued, with a grace of its own; a one-off waits for whoever voided it. */
function draftInPlaceOf(work: Work, { voided, subscription, organization, now }: VoidedInvoice): InvoiceRow {
  return {
    ...voided,
    id: work.ids.next("inv"),
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
    // A subscription's are filled in again from its templates.
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
