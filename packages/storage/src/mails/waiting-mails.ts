import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";

/** The organizations that have mail to send by `now`, or mail content whose retention has ended. */
export async function organizationsWithDueMail(database: Database, now: string): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_due_mail($1)",
    [now],
    "organizations-with-due-mail",
  );
  return rows.map((row) => row.organizationId);
}

/** The new link for a mail that is sent again, and its values for the text. */
export interface RequeuedLink {
  readonly token: string;
  readonly particulars: Readonly<Record<string, string>>;
}

/** Queues a mail again as a new message, with a new link or the one it has. */
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

/** Stops a quote's mails with a link that no longer serves. They are not sent, and cannot be sent again. */
export async function retireQuoteMails(
  tx: Tx,
  subscriptionId: string,
  { at, reason }: { readonly at: string; readonly reason: string },
): Promise<void> {
  await tx.sql(
    `update mail set link_token = null, updated_at = $3,
       status = case status when 'queued' then 'failed' else status end,
       last_failure = case status when 'queued' then $4 else last_failure end
     where organization_id = $1 and subscription_id = $2 and link_token is not null`,
    [tx.organizationId, subscriptionId, at, reason],
  );
}

/** Deletes the content of mails whose retention has ended. The record that they were sent, to whom and when, stays. */
export async function forgetMailContent(tx: Tx, now: string): Promise<void> {
  await tx.sql(
    `update mail set html_body = null, text_body = null
     where organization_id = $1 and html_body is not null and forget_at <= $2`,
    [tx.organizationId, now],
  );
}

/** The mails that contain a link's token, locked. */
export function lockLinkTokens(tx: Tx): Promise<{ id: string; linkToken: string }[]> {
  return tx.sql(
    `select id, link_token from mail where organization_id = $1 and subscription_id is not null and link_token is not null
     order by id for no key update`,
    [tx.organizationId],
  );
}

/** Stores the same token, encrypted again. */
export async function resealLinkToken(tx: Tx, id: string, sealed: string): Promise<void> {
  await tx.sql("update mail set link_token = $3 where organization_id = $1 and id = $2", [
    tx.organizationId,
    id,
    sealed,
  ]);
}
