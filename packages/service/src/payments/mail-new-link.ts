import { findAccountsById, findInvoiceLink, findSubscriptionsById } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { hashLinkToken, linkStatus } from "../link-token.ts";
import { lockInvoice } from "../invoices/index.ts";
import { queueMail, recipientsOf } from "../mails/index.ts";
import { audit } from "../record.ts";
import { localDay } from "../time.ts";
import { noInvoice } from "./hosted-invoice.ts";

/**
 * Mails an invoice with a new link to the account's billing addresses, at the request of a holder of an expired link.
 * Documents and mails are kept longer than their links work, and are forwarded; so the new link goes only to the account,
 * never to the holder. Each address gets at most one such mail per invoice and local day. 410 for a revoked link, because
 * the seller ended it; 409 for a link that still works, a void invoice, and an account without an address.
 */
export function mailNewInvoiceLink(context: Context, token: string): Promise<void> {
  return transact(context, async (transaction) => {
    const link = await findInvoiceLink(transaction.tx, hashLinkToken(token));
    if (link === undefined) throw noInvoice();
    const { work, invoice, now } = await lockInvoice(transaction, link.invoiceId);
    refuseUnlessExpired(linkStatus(link, now));
    if (invoice.status === "void") {
      throw new DomainError("state_conflict", "The invoice is void. Ask the seller for the current invoice.");
    }
    const [account] = await findAccountsById(work.tx, [invoice.accountId]);
    const [subscription = null] = await findSubscriptionsById(work.tx, [invoice.subscriptionId ?? ""]);
    if (account === undefined || recipientsOf("invoice", account, subscription).length === 0) {
      throw new DomainError(
        "state_conflict",
        "There is no email address for this invoice. Ask the seller for a new link.",
      );
    }
    const occasion = `new link ${localDay(now, invoice.timezone)}`;
    const mailIds = await queueMail(work, { kind: "invoice", invoiceId: invoice.id, occasion, isByHand: true });
    if (mailIds.length === 0) return;
    await audit(work, { action: "invoice.sent", objectId: invoice.id, after: { mailIds } });
  });
}

function refuseUnlessExpired(status: ReturnType<typeof linkStatus>): void {
  if (status === "expired") return;
  if (status === "open") throw new DomainError("state_conflict", "The invoice link still works. Open it instead.");
  throw new DomainError("link_expired", "The invoice link was revoked. Ask the seller for a new link.");
}
