import type { Tx } from "../database/tx.ts";

export interface SpendQuestion {
  readonly key: string;
  readonly subscriptionId: string;
  /** Null for the whole subscription. */
  readonly priceId: string | null;
  /** Only the lines of one discount, or null for all lines. */
  readonly adjustmentId: string | null;
  /** Calendar dates, half-open. */
  readonly start: string;
  readonly end: string;
  /** An invoice that does not count: the draft that is being decided again. */
  readonly exceptInvoiceId: string | null;
}

/** What invoices charged for service that starts in a period, adjustments included; by the question's key. */
export async function billedSpend(tx: Tx, questions: readonly SpendQuestion[]): Promise<Map<string, string>> {
  if (questions.length === 0) return new Map();
  const rows = await tx.sql<{ key: string; amount: string }>(
    `select q.key, coalesce(sum(l.amount), 0) as amount
     from jsonb_to_recordset($2) as q (key text, "subscriptionId" text, "priceId" text, "adjustmentId" text, start date, "end" date,
       "exceptInvoiceId" text)
     left join invoice_line l on l.organization_id = $1 and l.subscription_id = q."subscriptionId"
       and (q."priceId" is null or l.price_id = q."priceId")
       and (q."adjustmentId" is null or l.adjustment_id = q."adjustmentId")
       and l.period_start >= q.start and l.period_start < q."end"
       and l.invoice_id is distinct from q."exceptInvoiceId"
     group by q.key`,
    [tx.organizationId, JSON.stringify(questions)],
  );
  return new Map(rows.map((row) => [row.key, row.amount]));
}
