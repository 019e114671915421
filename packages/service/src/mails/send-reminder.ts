import { findInvoices, findMails } from "@counterfoil/storage";
import { type Context, transact } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { audit } from "../record.ts";
import { type MailSummary, toMailSummary } from "./mail.ts";
import { queueMail } from "./queue-mail.ts";

/**
 * Reminds the customer of an unpaid invoice now, at a user's request, regardless of the schedule and of the switches. The
 * mail says that the invoice is due, or that it is overdue.
 */
export function remindOfInvoice(context: Context, id: string): Promise<MailSummary[]> {
  return transact(context, async (work) => {
    const [invoice] = await findInvoices(work.tx, [id]);
    if (invoice === undefined) throw notFound("invoice", id);
    const { status } = invoice;
    if (status !== "issued" && status !== "overdue") {
      const detail = `The invoice is ${status}. Only an issued or overdue invoice can be reminded of.`;
      throw new DomainError("state_conflict", detail);
    }
    const kind = status === "overdue" ? "overdue" : "reminder";
    const occasion = `by hand ${work.ids.next("req")}`;
    const ids = await queueMail(work, { kind, invoiceId: id, occasion, isByHand: true });
    if (ids.length === 0) {
      const detail = "The account has no email address to send the reminder to. Set billingEmail on the account.";
      throw new DomainError("state_conflict", detail);
    }
    await audit(work, { action: "invoice.reminded", objectId: id, after: { mailIds: ids } });
    return (await findMails(work.tx, ids)).map(toMailSummary);
  });
}
