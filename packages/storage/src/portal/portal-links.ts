import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** The account whose portal a token opens, found before the organization is known. */
export interface FoundPortalLink {
  organizationId: string;
  accountId: string;
}

export type PortalLinkRow = Row<"portalLink">;

export const PORTAL_LINK_FIELDS: ListFields = {
  mayCancel: { type: "boolean", sql: "portal_link.may_cancel" },
  expiresAt: { type: "instant", sql: "portal_link.expires_at" },
  revokedAt: { type: "instant", sql: "portal_link.revoked_at" },
  createdAt: { type: "instant", sql: "portal_link.created_at" },
};

export async function findPortalLinkOwner(database: Database, tokenHash: Buffer): Promise<FoundPortalLink | undefined> {
  const statement = "select * from find_portal_link($1)";
  const [row] = await database.unscoped<FoundPortalLink>(statement, [tokenHash], "find-portal-link");
  return row;
}

export async function findPortalLink(tx: Tx, tokenHash: Buffer): Promise<PortalLinkRow | undefined> {
  const [row] = await tx.sql<PortalLinkRow>(
    `select token_hash, account_id, may_cancel, return_url, expires_at, revoked_at, created_at from portal_link
     where organization_id = $1 and token_hash = $2`,
    [tx.organizationId, tokenHash],
  );
  return row;
}

/** The links to an account's portal, including those that ended. */
export function listPortalLinks(tx: Tx, accountId: string, query: ListQuery): Promise<ListPage<PortalLinkRow>> {
  const fields = { ...PORTAL_LINK_FIELDS, accountId: { type: "text", sql: "portal_link.account_id" } } as const;
  const filters = [...query.filters, { field: "accountId", operator: "eq", value: accountId } as const];
  return listRows<PortalLinkRow>(tx, { table: "portal_link", fields, key: "token_hash" }, { ...query, filters });
}

/** The account's link whose token hash begins with these hexadecimal digits. */
export async function findPortalLinkByStart(
  tx: Tx,
  accountId: string,
  hashStart: string,
): Promise<PortalLinkRow | undefined> {
  const [row] = await tx.sql<PortalLinkRow>(
    `select token_hash, account_id, may_cancel, return_url, expires_at, revoked_at, created_at from portal_link
     where organization_id = $1 and account_id = $2 and left(encode(token_hash, 'hex'), length($3)) = $3`,
    [tx.organizationId, accountId, hashStart],
  );
  return row;
}

/** Returns whether the link was open until now. */
export async function revokePortalLink(tx: Tx, tokenHash: Buffer, now: string): Promise<boolean> {
  const rows = await tx.sql(
    `update portal_link set revoked_at = $3 where organization_id = $1 and token_hash = $2 and revoked_at is null
     returning account_id`,
    [tx.organizationId, tokenHash, now],
  );
  return rows.length > 0;
}

export async function insertPortalLink(tx: Tx, link: Omit<PortalLinkRow, "revokedAt">): Promise<void> {
  await tx.sql(
    `insert into portal_link (organization_id, token_hash, account_id, may_cancel, return_url, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.organizationId, link.tokenHash, link.accountId, link.mayCancel, link.returnUrl, link.expiresAt, link.createdAt],
  );
}
