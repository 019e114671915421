import type { Tx } from "../database/tx.ts";
import type { InvoiceLineRow } from "../invoices/invoice-row.ts";
import type { StoredTake } from "../invoices/stored-explanation.ts";

export interface BilledLinesQuestion {
  readonly key: string;
  readonly subscriptionId: string;
  readonly priceId: string;
  /** Calendar dates, half-open. Lines whose service period includes any of these days are found. */
  readonly start: string;
  readonly end: string;
  /** An invoice to leave out: the draft that is being calculated again. */
  readonly exceptInvoiceId: string | null;
  /** The void invoice that this draft bills again, whether or not the void invoice already refers to the draft. */
  readonly replacedInvoiceId: string | null;
}

export type BilledLineRow = Pick<
  InvoiceLineRow,
  "id" | "invoiceId" | "kind" | "versionId" | "usageGroup" | "periodStart" | "periodEnd" | "quantity" | "amount"
> & {
  key: string;
  priceId: string;
  /** What the line took back from which invoices; null where this was not recorded. */
  takes: StoredTake[] | null;
  /** What credit notes gave back of the line. */
  noted: string;
  /** What the line could not take back because credit notes had already given it back. */
  settled: string;
  /**
   * Whether less may be left of the line's invoice than of its lines. This is so if the invoice has a credit note, or a
   * manual line below zero.
   */
  isInvoiceLimited: boolean;
};

/**
 * The lines that billed prices over some days, without adjustments. Returns a line once for each key, even if several
 * questions match it.
 */
export async function findBilledLines(tx: Tx, questions: readonly BilledLinesQuestion[]): Promise<BilledLineRow[]> {
  if (questions.length === 0) return [];
  return tx.sql<BilledLineRow>(
    `select distinct on (q.key, l.period_start, l.invoice_id, l.id) q.key, l.id, l.kind, l.price_id, l.version_id, l.usage_group,
       l.period_start, l.period_end, l.quantity, l.amount, l.invoice_id,
       l.explanation #> '{basis,takes}' as takes,
       coalesce((select sum(n.amount) from credit_note_line n where n.organization_id = $1 and n.invoice_line_id = l.id), 0) as noted,
       coalesce((l.explanation #>> '{basis,settledByNotes}')::numeric, 0) as settled,
       exists (select from credit_note n where n.organization_id = $1 and n.invoice_id = l.invoice_id)
         or exists (select from invoice_line f where f.organization_id = $1 and f.invoice_id = l.invoice_id
           and f.price_id is null and f.adjustment_id is null and f.amount < 0) as is_invoice_limited
     from jsonb_to_recordset($2) as q (key text, "subscriptionId" text, "priceId" text, start date, "end" date,
       "exceptInvoiceId" text)
     join invoice_line l on l.organization_id = $1 and l.subscription_id = q."subscriptionId"
       and l.price_id = q."priceId" and l.adjustment_id is null and not l.is_void
       and l.period_start < q."end" and l.period_end > q.start
       and l.invoice_id is distinct from q."exceptInvoiceId"
     order by q.key, l.period_start, l.invoice_id, l.id`,
    [tx.organizationId, JSON.stringify(questions)],
  );
}

export type LetGoLineRow = Pick<BilledLineRow, "key" | "kind" | "versionId" | "periodStart" | "periodEnd">;

/** Lines that billed prices over some days on invoices that were voided and are not billed again. */
export async function findLetGoLines(tx: Tx, questions: readonly BilledLinesQuestion[]): Promise<LetGoLineRow[]> {
  if (questions.length === 0) return [];
  return tx.sql<LetGoLineRow>(
    `select distinct q.key, l.kind, l.version_id, l.period_start, l.period_end
     from jsonb_to_recordset($2) as q (key text, "subscriptionId" text, "priceId" text, start date, "end" date,
       "replacedInvoiceId" text)
     join invoice i on i.organization_id = $1 and i.subscription_id = q."subscriptionId" and i.status = 'void'
       and i.replaced_by_invoice_id is null and i.id is distinct from q."replacedInvoiceId"
     join invoice_line l on l.organization_id = $1 and l.invoice_id = i.id
       and l.price_id = q."priceId" and l.adjustment_id is null
       and l.period_start < q."end" and l.period_end > q.start
     order by q.key, l.period_start`,
    [tx.organizationId, JSON.stringify(questions)],
  );
}
