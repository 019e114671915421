import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";

/** Organizations that have mail to send by `now`, or content that was kept long enough. */
export async function organizationsWithDueMail(database: Database, now: string): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_due_mail($1)",
    [now],
    "organizations-with-due-mail",
  );
  return rows.map((row) => row.organizationId);
}

/** The link with which a mail goes out again, and what it says of it. */
export interface RequeuedLink {
  readonly token: string;
  readonly particulars: Readonly<Record<string, string>>;
}

/** Queues a mail once more, as another message; with a new link, or with the one that it has. */
export async function requeueMail(tx: Tx, id: string, at: string, link: RequeuedLink | null): Promise<void> {
  await tx.sql(
    `update mail set status = 'queued', round = round + 1, attempts = 0, next_attempt_at = null,
       locked_until = null, tried_at = null,
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
