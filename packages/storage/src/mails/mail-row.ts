import type { ListFields } from "../lists/list.ts";

/** What a mail tells. */
export const MAIL_KINDS = [
  "invoice",
  "receipt",
  "reminder",
  "overdue",
  "quote",
  "activation",
  "webhook_disabled",
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
/** What goes to customers; the rest is for the organization. */
export type CustomerMailKind = Exclude<MailKind, "webhook_disabled">;

/** Waiting or being tried; sent; kept here instead of sent; given up. */
export const MAIL_STATUSES = ["queued", "sent", "caught", "failed"] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];

export interface MailAttachment {
  fileName: string;
  contentType: string;
}

/** One mail to one address. */
export interface MailRow {
  id: string;
  kind: MailKind;
  recipient: string;
  recipientName: string | null;
  /** What happened and to whom it is told; two mails never share it. */
  occasion: string;
  /** Null: it goes to the organization itself. */
  accountId: string | null;
  invoiceId: string | null;
  subscriptionId: string | null;
  /** Of a receipt. */
  paymentId: string | null;
  locale: string;
  /** What the placeholders stand for, written out. */
  particulars: Record<string, string>;
  /** Opens a quote or an invoice's page; null as soon as the mail is sent. */
  linkToken: string | null;
  status: MailStatus;
  round: number;
  attempts: number;
  /** Null: at once. While a worker has it in hand, when another may take it up. */
  dueAt: string | null;
  triedAt: string | null;
  lastFailure: string | null;
  subject: string | null;
  htmlBody: string | null;
  textBody: string | null;
  attachments: MailAttachment[] | null;
  forgetAt: string | null;
  sentAt: string | null;
  createdAt: string;
  updatedAt: string;
}

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
