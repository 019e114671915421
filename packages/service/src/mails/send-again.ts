import { findInvoices, findMails, type MailRow, type RequeuedLink, requeueMail } from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { type Context, transact, type Work } from "../context.ts";
import { DomainError, notFound, refuseFaults } from "../errors/index.ts";
import { asksToPay, makePayLink, openPayLinks, writtenDate } from "../invoices/index.ts";
import { audit } from "../record.ts";
import { attachedDocument } from "./default-template.ts";
import { type MailSummary, toMailSummary } from "./mail.ts";
import { queueMail } from "./queue-mail.ts";
import { isMailAddress } from "./recipients.ts";

/**
 * Sends a mail again as a new message with the same content. A quote's link is stored in its mail only until the mail
 * is sent.
 */
export function sendMailAgain(context: Context, id: string): Promise<MailSummary> {
  return transact(context, async (work) => {
    const [mail] = await findMails(work.tx, [id], "for no key update");
    if (mail === undefined) throw notFound("mail", id);
    if (mail.status === "queued") {
      throw new DomainError(
        "state_conflict",
        "The mail is queued. Only a sent, caught or failed mail can be sent again.",
      );
    }
    if (mail.kind === "quote" && mail.linkToken === null) {
      throw new DomainError("state_conflict", "The quote link in this mail is no longer stored. Send the quote again.");
    }
    await requeueMail(work.tx, id, work.clock.now(), await newLinkOf(work, mail));
    const [after = mail] = await findMails(work.tx, [id]);
    await audit(work, {
      action: "mail.sent_again",
      objectId: id,
      before: { status: mail.status },
      after: { status: after.status },
    });
    return toMailSummary(after);
  });
}

/**
 * The link of a sent mail is not stored, so a mail that asks for payment gets a new one. It expires when the mail says.
 */
async function newLinkOf(work: Work, mail: MailRow): Promise<RequeuedLink | null> {
  if (mail.kind === "quote" || mail.linkToken !== null || mail.invoiceId === null) return null;
  const [invoice] = await findInvoices(work.tx, [mail.invoiceId]);
  if (attachedDocument(mail.kind) !== "invoice" || invoice === undefined || !asksToPay(invoice)) return null;
  const now = await accountNow(work, invoice);
  const link = makePayLink(invoice, "mail", now);
  await openPayLinks(work.tx, [link], now);
  return { token: link.token, particulars: { LinkExpiryDate: writtenDate(link.validUntil, mail.locale) } };
}

/**
 * Sends an issued invoice at a user's request, to the given addresses or the default recipients, regardless of the
 * switches.
 */
export function sendInvoice(context: Context, id: string, input: { to?: string[] }): Promise<MailSummary[]> {
  return transact(context, async (work) => {
    const [invoice] = await findInvoices(work.tx, [id]);
    if (invoice === undefined) throw notFound("invoice", id);
    if (invoice.status === "draft") {
      throw new DomainError("state_conflict", "The invoice is a draft. Issue it before you send it.");
    }
    const faults = (input.to ?? []).flatMap((address, index) =>
      isMailAddress(address)
        ? []
        : [
            {
              pointer: `/to/${index}`,
              code: "wrong_format",
              detail: `${JSON.stringify(address)} is not an email address. Use one such as ada@example.com.`,
            },
          ],
    );
    refuseFaults(faults);
    const recipients = input.to?.map((address) => ({ address, name: null }));
    const occasion = `by hand ${work.ids.next("req")}`;
    const order = { kind: "invoice", invoiceId: id, occasion, isByHand: true } as const;
    const ids = await queueMail(work, recipients === undefined ? order : { ...order, recipients });
    if (ids.length === 0 && input.to === undefined) {
      const detail = "The account has no email address to send the invoice to. Set billingEmail or name recipients.";
      refuseFaults([{ pointer: "/to", code: "required", detail }]);
    }
    await audit(work, { action: "invoice.sent", objectId: id, after: { mailIds: ids } });
    return (await findMails(work.tx, ids)).map(toMailSummary);
  });
}
