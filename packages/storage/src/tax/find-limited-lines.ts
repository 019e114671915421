import type { BillingInterval } from "@counterfoil/engine";
import { INTERVALS, LINE_INTERVAL, rankOf } from "../billing/billed-spend.ts";
import type { Tx } from "../database/tx.ts";
import type { TaxedLineRow } from "./find-taxed-lines.ts";

/** A spend limit on an invoice. */
export interface LimitQuestion {
  /** The ID of its line. */
  readonly key: string;
  readonly subscriptionId: string | null;
  /** Null if the limit applies to the whole subscription, or belongs to a version. */
  readonly priceId: string | null;
  /** For a version's limit: the prices in its scope, empty if it applies to all. */
  readonly scopePriceIds: readonly string[] | null;
  readonly adjustmentId: string | null;
  readonly kind: "minimum" | "maximum";
  /** Lines of a longer interval are spread over its periods. */
  readonly interval: BillingInterval | null;
  /** Calendar dates, half-open. */
  readonly start: string;
  readonly end: string;
  /** Its invoice, whose lines are left out. */
  readonly invoiceId: string;
  readonly billingDate: string;
}

/** A line in the period of a limit, with the taxes with which it was billed. */
export interface LimitedLineRow extends Pick<TaxedLineRow, "lineId" | "amount" | "taxes" | "invoiceTaxes"> {
  key: string;
  /** The days of the line's service, and how many of them are in the period. A line that counts in full has one day. */
  days: number;
  daysInPeriod: number;
}

/**
 * What other invoices billed in the periods of spend limits, including the limits' own lines there. Includes all issued
 * invoices, and drafts that come before the limit's own invoice.
 */
export async function findLimitedLines(tx: Tx, questions: readonly LimitQuestion[]): Promise<LimitedLineRow[]> {
  if (questions.length === 0) return [];
  return tx.sql<LimitedLineRow>(
    `select q.key, o.id as line_id, o.amount, o.taxes, i.taxes as invoice_taxes,
       case when f.is_spread then o.period_end - o.period_start else 1 end as days,
       case when f.is_spread then least(o.period_end, q."end") - greatest(o.period_start, q.start) else 1 end as days_in_period
     from jsonb_to_recordset($2) as q (key text, "subscriptionId" text, "priceId" text, "scopePriceIds" jsonb, "adjustmentId" text, kind text, interval text,
       start date, "end" date, "invoiceId" text, "billingDate" date)
     join invoice_line o on o.organization_id = $1 and o.subscription_id = q."subscriptionId" and not o.is_void
       and o.invoice_id <> q."invoiceId" and (
         o.price_id = q."priceId" or (q."priceId" is null and (coalesce(jsonb_array_length(q."scopePriceIds"), 0) = 0
           or q."scopePriceIds" ? o.price_id or (jsonb_array_length(o.scope_price_ids) > 0 and o.scope_price_ids <@ q."scopePriceIds"))))
     join invoice i on i.organization_id = $1 and i.id = o.invoice_id
       and (i.status <> 'draft' or (i.billing_date, i.id) < (q."billingDate", q."invoiceId"))
     left join price p on p.organization_id = o.organization_id and p.id = o.price_id
     cross join lateral (
       select coalesce(array_position(${INTERVALS}, q.interval) < array_position(${INTERVALS}, ${LINE_INTERVAL}), false) as is_spread
     ) as f
     where (o.adjustment_id = q."adjustmentId" or ${rankOf("o.adjustment_id", "o.kind", "o.price_id", "o.scope_price_ids")}
         < ${rankOf('q."adjustmentId"', "q.kind", 'q."priceId"', 'q."scopePriceIds"')})
       and case when f.is_spread then o.period_start < q."end" and o.period_end > q.start
         else o.counted_on >= q.start and o.counted_on < q."end" end
     order by q.key, o.period_start, o.invoice_id, o.id`,
    [tx.organizationId, JSON.stringify(questions)],
  );
}
