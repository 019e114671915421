import type { Tx } from "../database/tx.ts";

/** What an invoice lists by day of one line, or of one metric of it. Decimals are text. */
export interface StoredUsageDays {
  lineId: string;
  /** The metric's name, where the line counts several. */
  metric: string | null;
  days: { date: string; group: Record<string, string> | null; quantity: string }[];
  daysLeftOut: number;
  measured: string;
}

/** What the PDFs of an invoice list by day; undefined while none was drawn. */
export async function findUsageDays(tx: Tx, invoiceId: string): Promise<StoredUsageDays[] | undefined> {
  const [row] = await tx.sql<{ tables: StoredUsageDays[] }>(
    "select tables from invoice_usage_days where organization_id = $1 and invoice_id = $2",
    [tx.organizationId, invoiceId],
  );
  return row?.tables;
}

/** Keeps it for good. Whoever draws at the same time has measured the same. */
export async function insertUsageDays(tx: Tx, invoiceId: string, tables: readonly StoredUsageDays[]): Promise<void> {
  await tx.sql(
    `insert into invoice_usage_days (organization_id, invoice_id, tables) values ($1, $2, $3::json) on conflict do nothing`,
    [tx.organizationId, invoiceId, JSON.stringify(tables)],
  );
}
