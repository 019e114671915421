import {
  type AccountRow,
  type Database,
  findAccount,
  findPortalLink,
  findPortalLinkOwner,
  insertPortalLink,
  type PortalLinkRow,
  type Tx,
} from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { instantText } from "@counterfoil/engine";
import { accountNow, onAccountClock } from "../clocks/index.ts";
import { type Actor, type Context, read, transact } from "../context.ts";
import { DomainError, notFound } from "../errors/index.ts";
import { hashLinkToken, linkId, linkStatus, makeLinkToken } from "../link-token.ts";
import { audit } from "../record.ts";

const HOURS_OPEN = 72;

export interface PortalLinkInput {
  /** Hours on the account's clock. Default 72. */
  expiresInHours?: number;
  /** The target of the page's back link. */
  returnUrl?: string | null;
  /** Whether subscriptions can be canceled in the portal. Default false. */
  mayCancel?: boolean;
}

/** A link to an account's portal. Only the response that creates it contains its token. */
export interface PortalLink {
  id: string;
  token: string;
  expiresAt: string;
}

/** Creates another portal link for an account (R-UI-2). */
export function createPortalLink(context: Context, idOrAlias: string, input: PortalLinkInput): Promise<PortalLink> {
  return transact(context, async (transaction) => {
    const account = await findAccount(transaction.tx, idOrAlias);
    if (account === undefined) throw notFound("account", idOrAlias);
    const work = await onAccountClock(transaction, account);
    const now = work.clock.now();
    const { expiresInHours = HOURS_OPEN, returnUrl = null, mayCancel = false } = input;
    const expiresAt = instantText(Temporal.Instant.from(now).add({ hours: expiresInHours }));
    const token = makeLinkToken();
    const tokenHash = hashLinkToken(token);
    const id = linkId(tokenHash);
    const terms = { mayCancel, returnUrl, expiresAt };
    await insertPortalLink(work.tx, { tokenHash, accountId: account.id, ...terms, createdAt: now });
    const after = { linkId: id, linkExpiresAt: expiresAt, mayCancel, returnUrl };
    await audit(work, { action: "account.portal_link_created", objectId: account.id, after });
    return { id, token, expiresAt };
  });
}

/** The account for which a request with a portal token acts. Throws a 404 for an unknown token. */
export async function admitByPortalToken(
  { database }: { database: Database },
  token: string,
): Promise<{ organizationId: string; actor: Actor }> {
  const link = await findPortalLinkOwner(database, hashLinkToken(token));
  if (link === undefined) throw noPortal();
  return { organizationId: link.organizationId, actor: { type: "portal_link", id: link.accountId } };
}

/** The account and link of a token, at the current time of the account's clock. */
export interface OpenPortal {
  readonly link: PortalLinkRow;
  readonly account: AccountRow;
  readonly now: string;
}

/** 404 for a token that never existed, was revoked, or has expired, so that the response does not reveal which. */
export function openPortal(context: Context, token: string): Promise<OpenPortal> {
  return read(context, (tx) => findPortal(tx, context, token));
}

async function findPortal(tx: Tx, { clock }: Context, token: string): Promise<OpenPortal> {
  const link = await findPortalLink(tx, hashLinkToken(token));
  const account = link === undefined ? undefined : await findAccount(tx, link.accountId);
  if (link === undefined || account === undefined) throw noPortal();
  const now = await accountNow({ tx, clock }, account);
  if (linkStatus(link, now) !== "open") throw noPortal();
  return { link, account, now };
}

function noPortal(): DomainError {
  return new DomainError("not_found", "This portal link is invalid, has expired, or was revoked.");
}
