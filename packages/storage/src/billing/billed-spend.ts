import type { Tx } from "../database/tx.ts";

export interface SpendQuestion {
  readonly key: string;
  readonly subscriptionId: string;
  /** Null for the whole subscription. */
  readonly priceId: string | null;
  /** The discount or spend limit that asks. */
  readonly adjustmentId: string;
  /** Its place in the order of R-SUB-8, 1 to 6: lines count as spent where they stand before it. */
  readonly rank: number;
  /** Calendar dates, half-open: lines that are counted on these days. */
  readonly start: string;
  readonly end: string;
  /** An invoice that does not count: the draft that is being decided again. */
  readonly exceptInvoiceId: string | null;
}

export interface SpendAnswer {
  readonly key: string;
  readonly spent: string;
  readonly adjusted: string;
}

/** What invoices hold of the periods and scopes of discounts and spend limits, without and with their own lines. */
export async function billedSpend(tx: Tx, questions: readonly SpendQuestion[]): Promise<SpendAnswer[]> {
  if (questions.length === 0) return [];
  return tx.sql<SpendAnswer>(
    `select q.key,
       coalesce(sum(l.amount) filter (where l.rank < q.rank), 0) as spent,
       coalesce(sum(l.amount) filter (where l.adjustment_id = q."adjustmentId"), 0) as adjusted
     from jsonb_to_recordset($2) as q (key text, "subscriptionId" text, "priceId" text, "adjustmentId" text, rank integer,
       start date, "end" date, "exceptInvoiceId" text)
     left join lateral (
       select o.amount, o.adjustment_id,
         case when o.adjustment_id is null then 0
           else array_position(array['discount', 'minimum', 'maximum'], o.kind) + case when o.price_id is null then 3 else 0 end
         end as rank
       from invoice_line o
       where o.organization_id = $1 and o.subscription_id = q."subscriptionId" and not o.is_void
         and (q."priceId" is null or o.price_id = q."priceId")
         and o.counted_on >= q.start and o.counted_on < q."end"
         and o.invoice_id is distinct from q."exceptInvoiceId"
     ) l on true
     group by q.key`,
    [tx.organizationId, JSON.stringify(questions)],
  );
}
