import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** An invoice that sells prepaid credit. */
export type CreditTopUpRow = Row<"creditTopUp">;

export async function insertCreditTopUp(tx: Tx, topUp: CreditTopUpRow): Promise<void> {
  await tx.all(build.insertInto("creditTopUp").values({ ...topUp, organizationId: tx.organizationId }));
}

/** Those of these invoices that sell credit. */
export async function findTopUps(tx: Tx, invoiceIds: readonly string[]): Promise<CreditTopUpRow[]> {
  if (invoiceIds.length === 0) return [];
  return tx.sql<CreditTopUpRow>(
    "select * from credit_top_up where organization_id = $1 and invoice_id = any($2) order by created_at, invoice_id",
    [tx.organizationId, invoiceIds],
    "find-top-ups",
  );
}

/** Whether the account has an open top-up: invoiced, not paid and not granted yet, or granted and overdue. */
export async function isTopUpOpen(tx: Tx, accountId: string): Promise<boolean> {
  const rows = await tx.sql(
    `select from credit_top_up t join invoice i on i.organization_id = t.organization_id and i.id = t.invoice_id
     where t.organization_id = $1 and t.account_id = $2
       and (i.status = 'overdue' or (t.credit_grant_id is null and i.status in ('draft', 'issued'))) limit 1`,
    [tx.organizationId, accountId],
  );
  return rows.length > 0;
}

/** Moves a top-up that was not granted yet from a void invoice to the invoice that bills it again. */
export async function moveTopUp(tx: Tx, fromInvoiceId: string, toInvoiceId: string): Promise<void> {
  await tx.sql(
    `update credit_top_up set invoice_id = $3 where organization_id = $1 and invoice_id = $2 and credit_grant_id is null`,
    [tx.organizationId, fromInvoiceId, toInvoiceId],
  );
}

/** Records the grant of a top-up. Returns false if it already has one. */
export async function noteTopUpGrant(tx: Tx, invoiceId: string, creditGrantId: string): Promise<boolean> {
  const rows = await tx.sql(
    `update credit_top_up set credit_grant_id = $3
     where organization_id = $1 and invoice_id = $2 and credit_grant_id is null returning invoice_id`,
    [tx.organizationId, invoiceId, creditGrantId],
  );
  return rows.length > 0;
}
