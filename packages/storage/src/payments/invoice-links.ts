import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import { type ListFields, type ListPage, type ListQuery, listRows } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** The invoice that a token opens, found before the organization is known. */
export interface FoundInvoiceLink {
  organizationId: string;
  invoiceId: string;
}

export type InvoiceLinkRow = Row<"invoiceLink">;

const REVOKED_AT = `coalesce(invoice_link.revoked_at, (select p.revoked_at from portal_link p
  where p.organization_id = invoice_link.organization_id and p.token_hash = invoice_link.portal_token_hash))`;
const COLUMNS = `token_hash, invoice_id, expires_at, ${REVOKED_AT} as revoked_at, portal_token_hash, origin, document_token, created_at`;

export const INVOICE_LINK_FIELDS: ListFields = {
  expiresAt: { type: "instant", sql: "invoice_link.expires_at" },
  revokedAt: { type: "instant", sql: REVOKED_AT },
  createdAt: { type: "instant", sql: "invoice_link.created_at" },
};

export async function findInvoiceLinkOwner(
  database: Database,
  tokenHash: Buffer,
): Promise<FoundInvoiceLink | undefined> {
  const statement = "select * from find_invoice_link($1)";
  const [row] = await database.unscoped<FoundInvoiceLink>(statement, [tokenHash], "find-invoice-link");
  return row;
}

export async function findInvoiceLink(tx: Tx, tokenHash: Buffer): Promise<InvoiceLinkRow | undefined> {
  const [row] = await tx.sql<InvoiceLinkRow>(
    `select ${COLUMNS} from invoice_link
     where organization_id = $1 and token_hash = $2`,
    [tx.organizationId, tokenHash],
  );
  return row;
}

/** The links of an invoice, including those that ended. */
export async function listInvoiceLinks(tx: Tx, invoiceId: string, query: ListQuery): Promise<ListPage<InvoiceLinkRow>> {
  const fields = { ...INVOICE_LINK_FIELDS, invoiceId: { type: "text", sql: "invoice_link.invoice_id" } } as const;
  const filters = [...query.filters, { field: "invoiceId", operator: "eq", value: invoiceId } as const];
  const page = await listRows<InvoiceLinkRow>(
    tx,
    { table: "invoice_link", fields, key: "token_hash" },
    { ...query, filters },
  );
  const portals = await tx.sql<{ tokenHash: Buffer; revokedAt: string }>(
    `select token_hash, revoked_at from portal_link
     where organization_id = $1 and token_hash = any($2) and revoked_at is not null`,
    [tx.organizationId, page.rows.flatMap(({ portalTokenHash }) => portalTokenHash ?? [])],
  );
  const endedAt = new Map(portals.map(({ tokenHash, revokedAt }) => [tokenHash.toString("hex"), revokedAt]));
  const rows = page.rows.map((row) => ({
    ...row,
    revokedAt: row.revokedAt ?? endedAt.get(row.portalTokenHash?.toString("hex") ?? "") ?? null,
  }));
  return { ...page, rows };
}

/** The link in the invoice's document; undefined if no document with a link was created. */
export async function findDocumentLink(tx: Tx, invoiceId: string): Promise<InvoiceLinkRow | undefined> {
  const [row] = await tx.sql<InvoiceLinkRow>(
    `select ${COLUMNS} from invoice_link
     where organization_id = $1 and invoice_id = $2 and origin = 'document' order by created_at limit 1`,
    [tx.organizationId, invoiceId],
  );
  return row;
}

/** The invoice's link whose token hash begins with these hexadecimal digits. */
export async function findInvoiceLinkByStart(
  tx: Tx,
  invoiceId: string,
  hashStart: string,
): Promise<InvoiceLinkRow | undefined> {
  const [row] = await tx.sql<InvoiceLinkRow>(
    `select ${COLUMNS} from invoice_link
     where organization_id = $1 and invoice_id = $2 and left(encode(token_hash, 'hex'), length($3)) = $3`,
    [tx.organizationId, invoiceId, hashStart],
  );
  return row;
}

/** Returns whether the link was open until now. */
export async function revokeInvoiceLink(tx: Tx, tokenHash: Buffer, now: string): Promise<boolean> {
  const rows = await tx.sql(
    `update invoice_link set revoked_at = $3 where organization_id = $1 and token_hash = $2 and revoked_at is null
     returning invoice_id`,
    [tx.organizationId, tokenHash, now],
  );
  return rows.length > 0;
}

export async function insertInvoiceLinks(tx: Tx, links: readonly Omit<InvoiceLinkRow, "revokedAt">[]): Promise<void> {
  if (links.length === 0) return;
  const rows = links.map((link) => ({
    ...link,
    tokenHash: link.tokenHash.toString("hex"),
    portalTokenHash: link.portalTokenHash?.toString("hex") ?? null,
  }));
  const { source, values } = unnested(rows, MEMBERS);
  await tx.sql(
    `insert into invoice_link (organization_id, token_hash, invoice_id, expires_at, portal_token_hash, origin, document_token,
       created_at)
     select $1, decode(token_hash, 'hex'), invoice_id, expires_at, decode(portal_token_hash, 'hex'), origin, document_token,
       created_at
     from ${source}`,
    [tx.organizationId, ...values],
  );
}

const MEMBERS = {
  tokenHash: "text",
  invoiceId: "text",
  expiresAt: "timestamptz",
  portalTokenHash: "text",
  origin: "text",
  documentToken: "text",
  createdAt: "timestamptz",
} as const;
