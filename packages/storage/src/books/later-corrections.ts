import type { Tx } from "../database/tx.ts";
import type { InvoiceLineRow } from "../invoices/invoice-row.ts";
import type { InvoiceStatus } from "../checks.gen.ts";

/** A line that corrects another line. */
export type LaterCorrectionRow = Pick<InvoiceLineRow, "invoiceId" | "quantity" | "amount"> & {
  lineId: string;
  /** Null while the correction is on a draft. */
  invoiceNumber: string | null;
  invoiceStatus: InvoiceStatus;
  currency: string;
};

/**
 * The lines that corrected a usage line after it was counted, in order. If the line has no group, corrections of all
 * groups count. Lines of void invoices are left out.
 */
export async function findLaterCorrections(tx: Tx, line: InvoiceLineRow): Promise<LaterCorrectionRow[]> {
  return tx.sql<LaterCorrectionRow>(
    `select l.id as line_id, i.id as invoice_id, i.number as invoice_number, i.status as invoice_status, i.currency, l.quantity,
       l.amount
     from invoice_line l join invoice i on i.organization_id = $1 and i.id = l.invoice_id
     where l.organization_id = $1 and l.subscription_id = $2 and coalesce(l.price_id, '') = $3 and l.kind = 'correction'
       and coalesce(l.version_id, '') = $4 and not l.is_void and l.period_start = $5 and l.period_end = $6
       and l.usage_through > $7 and ($8::jsonb is null or l.usage_group = $8::jsonb)
     order by l.usage_through, i.id, l.position`,
    [
      tx.organizationId,
      line.subscriptionId,
      line.priceId ?? "",
      line.versionId ?? "",
      line.periodStart,
      line.periodEnd,
      line.usageThrough,
      line.usageGroup === null ? null : JSON.stringify(line.usageGroup),
    ],
  );
}
