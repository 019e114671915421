import type { Tx } from "../database/tx.ts";

/** The daily usage that an invoice lists for a line, or for one metric of the line. Decimals are text. */
export interface StoredUsageDays {
  lineId: string;
  /** The metric's name, if the line counts several metrics. */
  metric: string | null;
  days: { date: string; group: Record<string, string> | null; quantity: string }[];
  daysLeftOut: number;
  measured: string;
}

/** The daily usage listed in an invoice's PDFs; undefined if no PDF was created yet. */
export async function findUsageDays(tx: Tx, invoiceId: string): Promise<StoredUsageDays[] | undefined> {
  const [row] = await tx.sql<{ tables: StoredUsageDays[] }>(
    "select tables from invoice_usage_days where organization_id = $1 and invoice_id = $2",
    [tx.organizationId, invoiceId],
  );
  return row?.tables;
}

/** Stores it permanently. A concurrent request for the same invoice has measured the same usage. */
export async function insertUsageDays(tx: Tx, invoiceId: string, tables: readonly StoredUsageDays[]): Promise<void> {
  await tx.sql(
    `insert into invoice_usage_days (organization_id, invoice_id, tables) values ($1, $2, $3::json) on conflict do nothing`,
    [tx.organizationId, invoiceId, JSON.stringify(tables)],
  );
}
