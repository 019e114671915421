import type { MailAttachment, MailRow } from "@counterfoil/storage";

import { pictureAddressOf, TRANSFER_CONTENT, TRANSFER_CONTENT_ID } from "./transfer-picture.ts";

/** A mail as a list returns it. */
export interface MailSummary {
  id: string;
  kind: MailRow["kind"];
  to: string;
  subject: string | null;
  status: MailRow["status"];
  accountId: string | null;
  invoiceId: string | null;
  subscriptionId: string | null;
  attempts: number;
  /** For a queued mail with a failed attempt: the time of the next attempt. */
  nextAttemptAt: string | null;
  lastFailure: string | null;
  sentAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** A mail with its content. The content is null before the mail is sent, and after the retention period. */
export interface Mail extends MailSummary {
  html: string | null;
  text: string | null;
  attachments: MailAttachment[];
}

export function toMailSummary(row: MailRow): MailSummary {
  const { id, kind, recipient, subject, status, accountId, invoiceId, subscriptionId, attempts } = row;
  const { lastFailure, sentAt, createdAt, updatedAt } = row;
  return {
    id,
    kind,
    to: recipient,
    subject,
    status,
    accountId,
    invoiceId,
    subscriptionId,
    attempts,
    nextAttemptAt: status === "queued" ? row.nextAttemptAt : null,
    lastFailure,
    sentAt,
    createdAt,
    updatedAt,
  };
}

/** @param logo the URL of the picture that replaces the attached one */
export function toMail(row: MailRow, logo: string | null): Mail {
  const content = row.particulars[TRANSFER_CONTENT];
  const code = content === undefined ? "" : pictureAddressOf(content);
  return {
    ...toMailSummary(row),
    html: row.htmlBody?.replaceAll("cid:logo", logo ?? "").replaceAll(`cid:${TRANSFER_CONTENT_ID}`, code) ?? null,
    text: row.textBody,
    attachments: row.attachments ?? [],
  };
}
