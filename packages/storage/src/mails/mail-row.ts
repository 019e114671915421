import type { MailKind } from "../checks.gen.ts";
import type { ListFields } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** Mails to customers. The other kinds go to the organization. */
export type CustomerMailKind = Exclude<MailKind, "webhook_disabled">;

/** One mail to one address. */
export type MailRow = Row<"mail", "dueAt">;

export const MAIL_FIELDS: ListFields = {
  id: { type: "text", sql: "mail.id" },
  kind: { type: "text", sql: "mail.kind" },
  to: { type: "text", sql: "mail.recipient" },
  subject: { type: "text", sql: "mail.subject" },
  status: { type: "text", sql: "mail.status" },
  accountId: { type: "text", sql: "mail.account_id", names: "account" },
  invoiceId: { type: "text", sql: "mail.invoice_id" },
  subscriptionId: { type: "text", sql: "mail.subscription_id" },
  sentAt: { type: "instant", sql: "mail.sent_at" },
  createdAt: { type: "instant", sql: "mail.created_at" },
};
