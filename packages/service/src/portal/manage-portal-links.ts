import {
  findAccount,
  findPortalLinkByStart,
  type ListPage,
  type ListQuery,
  listPortalLinks as listRows,
  type PortalLinkRow,
  revokePortalLink as revoke,
} from "@counterfoil/storage";
import { accountNow } from "../clocks/index.ts";
import { type Context, read, transact } from "../context.ts";
import { notFound } from "../errors/index.ts";
import { hashStartOf, linkId, type LinkStatus, linkStatus } from "../link-token.ts";
import { audit } from "../record.ts";

/** A portal link as the API returns it, without its token. */
export interface ShownPortalLink extends Pick<
  PortalLinkRow,
  "mayCancel" | "returnUrl" | "expiresAt" | "revokedAt" | "createdAt"
> {
  id: string;
  status: LinkStatus;
}

export function listPortalLinks(
  context: Context,
  accountIdOrAlias: string,
  query: ListQuery,
): Promise<ListPage<ShownPortalLink>> {
  return read(context, async (tx) => {
    const account = await findAccount(tx, accountIdOrAlias);
    if (account === undefined) throw notFound("account", accountIdOrAlias);
    const now = await accountNow({ tx, clock: context.clock }, account);
    const { rows, total } = await listRows(tx, account.id, query);
    return { rows: rows.map((row) => toShown(row, now)), total };
  });
}

/**
 * Revokes a link immediately, together with the payment links that were created through it. A link that already ended
 * is unchanged.
 */
export function revokePortalLink(context: Context, accountIdOrAlias: string, id: string): Promise<void> {
  return transact(context, async (work) => {
    const account = await findAccount(work.tx, accountIdOrAlias);
    if (account === undefined) throw notFound("account", accountIdOrAlias);
    const hashStart = hashStartOf(id);
    const link = hashStart === undefined ? undefined : await findPortalLinkByStart(work.tx, account.id, hashStart);
    if (link === undefined) throw notFound("portal link", id);
    const now = await accountNow(work, account);
    if (!(await revoke(work.tx, link.tokenHash, now))) return;
    await audit(work, { action: "account.portal_link_revoked", objectId: account.id, after: { linkId: id } });
  });
}

function toShown(link: PortalLinkRow, now: string): ShownPortalLink {
  const { tokenHash, mayCancel, returnUrl, expiresAt, revokedAt, createdAt } = link;
  const status = linkStatus(link, now);
  return { id: linkId(tokenHash), status, mayCancel, returnUrl, expiresAt, revokedAt, createdAt };
}
