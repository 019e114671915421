import type { Database } from "../database/database.ts";
import type { Tx } from "../database/tx.ts";

/** Whose invoice a token opens: what is known before the organization is. */
export interface FoundInvoiceLink {
  organizationId: string;
  invoiceId: string;
}

export interface InvoiceLinkRow {
  tokenHash: Buffer;
  invoiceId: string;
  expiresAt: string;
  createdAt: string;
}

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
    `select token_hash, invoice_id, expires_at, created_at from invoice_link
     where organization_id = $1 and token_hash = $2`,
    [tx.organizationId, tokenHash],
  );
  return row;
}

export async function insertInvoiceLink(tx: Tx, link: InvoiceLinkRow): Promise<void> {
  await tx.sql(
    `insert into invoice_link (organization_id, token_hash, invoice_id, expires_at, created_at)
     values ($1, $2, $3, $4, $5)`,
    [tx.organizationId, link.tokenHash, link.invoiceId, link.expiresAt, link.createdAt],
  );
}
