import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";

/** Whose portal a token opens: what is known before the organization is. */
export interface FoundPortalLink {
  organizationId: string;
  accountId: string;
}

export interface PortalLinkRow {
  tokenHash: Buffer;
  accountId: string;
  mayCancel: boolean;
  returnUrl: string | null;
  expiresAt: string;
  createdAt: string;
}

export async function findPortalLinkOwner(database: Database, tokenHash: Buffer): Promise<FoundPortalLink | undefined> {
  const statement = "select * from find_portal_link($1)";
  const [row] = await database.unscoped<FoundPortalLink>(statement, [tokenHash], "find-portal-link");
  return row;
}

export async function findPortalLink(tx: Tx, tokenHash: Buffer): Promise<PortalLinkRow | undefined> {
  const [row] = await tx.sql<PortalLinkRow>(
    `select token_hash, account_id, may_cancel, return_url, expires_at, created_at from portal_link
     where organization_id = $1 and token_hash = $2`,
    [tx.organizationId, tokenHash],
  );
  return row;
}

export async function insertPortalLink(tx: Tx, link: PortalLinkRow): Promise<void> {
  await tx.sql(
    `insert into portal_link (organization_id, token_hash, account_id, may_cancel, return_url, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.organizationId, link.tokenHash, link.accountId, link.mayCancel, link.returnUrl, link.expiresAt, link.createdAt],
  );
}
