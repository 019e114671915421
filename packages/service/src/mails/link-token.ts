import type { MailRow } from "@counterfoil/storage";
import type { Context } from "../context.ts";
import { DomainError } from "../errors/index.ts";
import { isSealed, type SecretPlace } from "../secrets/index.ts";

type Sealing = Pick<Context, "secrets" | "organizationId">;

/** Replaces the token in the stored content of a mail. */
export const HIDDEN_TOKEN = "…";

/**
 * The token in the form that a queued mail stores. A server without a key cannot encrypt it, and stores it as is until
 * the mail is sent.
 */
export function sealLinkToken(context: Sealing, mailId: string, token: string): string {
  return context.secrets.canSeal ? context.secrets.seal(token, placeOf(context, mailId)) : token;
}

/** The token of a mail's link, or null if there is none. Mails of earlier releases store it unencrypted. */
export function openLinkToken(context: Sealing, { id, linkToken }: Pick<MailRow, "id" | "linkToken">): string | null {
  if (linkToken === null || !isSealed(linkToken)) return linkToken;
  return context.secrets.open(linkToken, placeOf(context, id));
}

/**
 * The stored content of an unsent mail with its link restored: the link can be read only here. If it cannot be
 * decrypted, it stays hidden.
 */
export function withLink(context: Sealing, mail: MailRow): MailRow {
  const token = tryOpen(context, mail);
  if (mail.status !== "caught" || token === null) return mail;
  const hidden = new RegExp(`(/(?:quote|invoice)/)${HIDDEN_TOKEN}`, "gu");
  const show = (body: string | null) => body?.replaceAll(hidden, (_, path: string) => `${path}${token}`) ?? null;
  return { ...mail, htmlBody: show(mail.htmlBody), textBody: show(mail.textBody) };
}

function tryOpen(context: Sealing, mail: MailRow): string | null {
  try {
    return openLinkToken(context, mail);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

export function placeOf({ organizationId }: Pick<Context, "organizationId">, mailId: string): SecretPlace {
  return { organizationId, holder: mailId, name: "link_token" };
}
