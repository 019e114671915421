import {
  type CancelationReason,
  findInvoices,
  findPayment,
  findSubscription,
  type PortalLinkRow,
} from "@counterfoil/storage";
import { type Address, toAccount, updateAccount } from "../../accounts/index.ts";
import { type Context, read } from "../../context.ts";
import type { SealedPdf } from "../../documents/index.ts";
import { DomainError, notFound } from "../../errors/index.ts";
import { renderInvoicePdf, renderReceiptPdf } from "../../printing/index.ts";
import { createInvoiceLink, type InvoiceLink } from "../../payments/index.ts";
import { cancelSubscription } from "../change/index.ts";
import type { Subscription } from "../../subscriptions/index.ts";
import { type BillingDetails, billingDetails } from "./portal.ts";
import { openPortal } from "../../portal/index.ts";

/** What a customer changes in their billing details. Null clears a member; a missing member stays. */
export interface BillingDetailsInput {
  name?: string;
  billingAddress?: Partial<Address> | null;
  billingEmail?: string | null;
  taxId?: string | null;
  taxCountry?: string | null;
}

export async function updateBillingDetails(
  context: Context,
  token: string,
  input: BillingDetailsInput,
): Promise<BillingDetails> {
  const { account } = await openPortal(context, token);
  const updated = await updateAccount(context, account.id, input);
  return billingDetails({ account: toAccount(updated) });
}

/** Cancels a subscription at the end of the current period, if the link allows it (403 if not). */
export async function cancelInPortal(
  context: Context,
  token: string,
  id: string,
  input: { reason?: CancelationReason | null; reasonDescription?: string | null },
): Promise<Pick<Subscription, "id" | "status" | "cancelsAt">> {
  const { link, account } = await openPortal(context, token);
  const subscription = await read(context, (tx) => findSubscription(tx, id));
  if (subscription?.accountId !== account.id) throw notFound("subscription", id);
  if (!link.mayCancel) {
    throw new DomainError("not_permitted", "This link does not allow canceling subscriptions. Ask the seller.");
  }
  const { status, cancelsAt } = await cancelSubscription(context, id, { ...input, effective: "period_end" });
  return { id, status, cancelsAt };
}

export async function renderPortalInvoicePdf(context: Context, token: string, id: string): Promise<SealedPdf> {
  await ownInvoice(context, token, id);
  return renderInvoicePdf(context, id);
}

/** The receipt of a payment of the link's account, by its ID. */
export async function renderPortalReceiptPdf(context: Context, token: string, id: string): Promise<SealedPdf> {
  const { account } = await openPortal(context, token);
  const payment = await read(context, (tx) => findPayment(tx, id));
  if (payment?.accountId !== account.id || payment.id !== id) throw notFound("payment", id);
  return renderReceiptPdf(context, id);
}

/** A payment page for an invoice. It never outlives the portal: it expires and is revoked with it. */
export async function createPortalInvoiceLink(context: Context, token: string, id: string): Promise<InvoiceLink> {
  const { expiresAt, tokenHash } = await ownInvoice(context, token, id);
  return createInvoiceLink(context, id, { expiresAt, portalTokenHash: tokenHash });
}

/** An invoice of the link's account. A customer never sees drafts, and invoices of other accounts are not found. */
async function ownInvoice(context: Context, token: string, id: string): Promise<PortalLinkRow> {
  const { link, account } = await openPortal(context, token);
  const [invoice] = await read(context, (tx) => findInvoices(tx, [id]));
  if (invoice?.accountId !== account.id || invoice.status === "draft") throw notFound("invoice", id);
  return link;
}
