import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import type { MailAttachment, MailRow } from "./mail-row.ts";

/** Organizations that have mail to send by `now`, or content that was kept long enough. */
export async function organizationsWithDueMail(database: Database, now: string): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_due_mail($1)",
    [now],
    "organizations-with-due-mail",
  );
  return rows.map((row) => row.organizationId);
}

/**
 * Takes mails in hand that are due and that no other worker has, the oldest first, until `until`: whoever took them is gone if
 * they are still queued then, and another may take them up.
 */
export async function claimMails(tx: Tx, claim: { now: string; until: string; limit: number }): Promise<MailRow[]> {
  const rows = await tx.sql<MailRow>(
    `update mail set due_at = $3, attempts = attempts + 1, tried_at = coalesce(tried_at, $2)
     where organization_id = $1 and id in (
       select id from mail where organization_id = $1 and status = 'queued' and (due_at is null or due_at <= $2)
       order by due_at nulls first, id limit $4 for no key update skip locked)
     returning *`,
    [tx.organizationId, claim.now, claim.until, claim.limit],
  );
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What became of an attempt. */
export interface MailOutcome {
  status: MailRow["status"];
  dueAt: string | null;
  lastFailure: string | null;
  sentAt: string | null;
  subject: string | null;
  htmlBody: string | null;
  textBody: string | null;
  attachments: MailAttachment[] | null;
  forgetAt: string;
  linkToken: string | null;
}

/**
 * Records what became of an attempt, unless another worker has taken the mail up since. Answers whether it was recorded.
 */
export async function recordMailOutcome(
  tx: Tx,
  mail: Pick<MailRow, "id" | "round" | "attempts">,
  outcome: MailOutcome,
  at: string,
): Promise<boolean> {
  const rows = await tx.sql(
    `update mail set status = $5, due_at = $6, last_failure = $7, sent_at = $8, subject = $9, html_body = $10,
       text_body = $11, attachments = $12, link_token = $13, forget_at = $14, updated_at = $15
     where organization_id = $1 and id = $2 and round = $3 and attempts = $4 and status = 'queued' returning id`,
    [
      tx.organizationId,
      mail.id,
      mail.round,
      mail.attempts,
      outcome.status,
      outcome.dueAt,
      outcome.lastFailure,
      outcome.sentAt,
      outcome.subject,
      outcome.htmlBody,
      outcome.textBody,
      outcome.attachments === null ? null : JSON.stringify(outcome.attachments),
      outcome.linkToken,
      outcome.forgetAt,
      at,
    ],
  );
  return rows.length > 0;
}

/** The link with which a mail goes out again, and what it says of it. */
export interface RequeuedLink {
  readonly token: string;
  readonly particulars: Readonly<Record<string, string>>;
}

/** Queues a mail once more, as another message; with a new link, or with the one that it has. */
export async function requeueMail(tx: Tx, id: string, at: string, link: RequeuedLink | null): Promise<void> {
  await tx.sql(
    `update mail set status = 'queued', round = round + 1, attempts = 0, due_at = null, tried_at = null,
       last_failure = null, sent_at = null, updated_at = $3,
       link_token = coalesce($4, link_token), particulars = (particulars::jsonb || $5::jsonb)::json
     where organization_id = $1 and id = $2`,
    [tx.organizationId, id, at, link?.token ?? null, JSON.stringify(link?.particulars ?? {})],
  );
}

/** The mails of a quote that hold a link which a newer one has replaced are not sent any more, nor again. */
export async function retireQuoteMails(tx: Tx, subscriptionId: string, at: string): Promise<void> {
  await tx.sql(
    `update mail set link_token = null, updated_at = $3,
       status = case status when 'queued' then 'failed' else status end,
       last_failure = case status when 'queued' then 'The quote was sent again, with a new link.' else last_failure end
     where organization_id = $1 and subscription_id = $2 and link_token is not null`,
    [tx.organizationId, subscriptionId, at],
  );
}

/** Forgets the content of mails that was kept long enough. That they were sent, to whom and when, stays. */
export async function forgetMailContent(tx: Tx, now: string): Promise<void> {
  await tx.sql(
    `update mail set html_body = null, text_body = null
     where organization_id = $1 and html_body is not null and forget_at <= $2`,
    [tx.organizationId, now],
  );
}

/** The mails that hold the token of a link, locked. */
export function lockLinkTokens(tx: Tx): Promise<{ id: string; linkToken: string }[]> {
  return tx.sql(
    `select id, link_token from mail where organization_id = $1 and subscription_id is not null and link_token is not null
     order by id for no key update`,
    [tx.organizationId],
  );
}

/** Stores the same token, sealed anew. */
export async function resealLinkToken(tx: Tx, id: string, sealed: string): Promise<void> {
  await tx.sql("update mail set link_token = $3 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    sealed,
  ]);
}
