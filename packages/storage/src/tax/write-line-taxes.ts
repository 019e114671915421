import type { Tx } from "../database/tx.ts";
import { unnested } from "../database/unnested.ts";
import type { InvoiceLineRow } from "../invoices/invoice-row.ts";

/** Writes the taxes of existing lines of drafts. */
export async function writeLineTaxes(tx: Tx, lines: readonly InvoiceLineRow[]): Promise<void> {
  if (lines.length === 0) return;
  const { source, values } = unnested(
    lines.map(({ id, taxes }) => ({ id, taxes })),
    { id: "text", taxes: "jsonb" },
  );
  await tx.sql(
    `update invoice_line l set taxes = given.taxes from ${source}, invoice i
     where l.organization_id = $1 and l.id = given.id and i.organization_id = $1 and i.id = l.invoice_id
       and i.status = 'draft'`,
    [tx.organizationId, ...values],
    "write-line-taxes",
  );
}
