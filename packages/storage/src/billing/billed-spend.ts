import { BILLING_INTERVALS, type BillingInterval, type InvoiceLineKind } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { columnName } from "../database/unnested.ts";
import type { InvoiceLineRow } from "../invoices/invoice-row.ts";

export interface SpendQuestion {
  readonly key: string;
  readonly subscriptionId: string;
  /** Null for the whole subscription, or for everything that a version sells. */
  readonly priceIds: readonly string[] | null;
  /** The discount or spend limit that this question is for. */
  readonly adjustmentId: string;
  /** Its rank in the order of R-SUB-8, 1 to 12. Lines with a lower rank count as spent. */
  readonly rank: number;
  /**
   * The interval of a spend limit: a line of a longer interval is spread over the limit's periods. Null for a discount,
   * which never spreads lines.
   */
  readonly interval: BillingInterval | null;
  /** Calendar dates, half-open. Lines counted on these days are included. */
  readonly start: string;
  readonly end: string;
  /** An invoice to leave out: the draft that is being calculated again. */
  readonly exceptInvoiceId: string | null;
}

/** The sums cover only lines that count in full. */
export interface SpendAnswer {
  readonly key: string;
  readonly spent: string;
  readonly adjusted: string;
  readonly oneOffs: string;
  /**
   * Whether credit notes gave back part of it, and what they left of the lines with a lower rank and of the
   * adjustment's own lines.
   */
  readonly isNoted: boolean;
  readonly chargedLeft: string;
  readonly ownLeft: string;
  /** Lines that cover more than the period, so that only a part of each counts. */
  readonly spread: readonly SpreadSpend[];
}

/** Lines of one service period. They are spread the same way, and each is rounded separately. */
export interface SpreadSpend {
  readonly kind: InvoiceLineKind;
  readonly priceId: string | null;
  readonly versionId: string | null;
  readonly amount: string;
  /** The amount left after credit notes. */
  readonly left: string;
  readonly interval: BillingInterval;
  readonly countedOn: string;
  readonly start: string;
  readonly end: string;
}

export const INTERVALS = `array[${BILLING_INTERVALS.map((interval) => `'${interval}'`).join(", ")}]`;

/**
 * The interval that a line covers. A line from before this was recorded takes the interval of its price, unless it is a
 * one-off line or a line of a spend limit.
 */
export const LINE_INTERVAL = `coalesce(o.counted_interval, case when o.kind not in ('one_off', 'minimum', 'maximum') then p.billing_interval end)`;

/** The rank in the order of R-SUB-8, 1 to 12 as in the engine; 0 for charges. */
export function rankOf(adjustmentId: string, kind: string, priceId: string, scopePriceIds: string): string {
  return `case when ${adjustmentId} is null then 0
    else array_position(array['discount', 'minimum', 'maximum'], ${kind}) + case when ${priceId} is not null then 0
      when ${scopePriceIds} is null then 9 when jsonb_array_length(${scopePriceIds}) = 0 then 6 else 3 end end`;
}

/** Whether a price is in an adjustment's scope, according to the adjustment's line. */
export function isOfScope(adjustment: string, priceId: string): string {
  return `(${adjustment}.price_id = ${priceId} or (${adjustment}.price_id is null
    and (coalesce(jsonb_array_length(${adjustment}.scope_price_ids), 0) = 0 or ${adjustment}.scope_price_ids ? ${priceId})))`;
}

/** The columns of a line that decide what it counts for. */
const COLUMNS = `id, invoice_id, subscription_id, price_id, version_id, adjustment_id, kind, amount, counted_on, period_start,
  period_end, counted_interval, scope_price_ids, explanation`;

/**
 * What invoices already billed in the periods and scopes of discounts and spend limits, with and without the
 * adjustments' own lines. Drafts in `foreseen` have their lines of there.
 */
export async function billedSpend(
  tx: Tx,
  questions: readonly SpendQuestion[],
  foreseen: ReadonlyMap<string, readonly InvoiceLineRow[]>,
): Promise<SpendAnswer[]> {
  if (questions.length === 0) return [];
  const drafts = [...foreseen.keys()];
  return tx.sql<SpendAnswer>(
    `select q.key,
       coalesce(sum(l.amount) filter (where not l.is_spread and l.rank < q.rank), 0) as spent,
       coalesce(sum(l.amount) filter (where l.adjustment_id = q."adjustmentId"), 0) as adjusted,
       coalesce(sum(l.amount) filter (where l.kind = 'one_off'), 0) as "oneOffs",
       coalesce(bool_or(l.noted <> 0) filter (where l.rank < q.rank or l.adjustment_id = q."adjustmentId"), false) as "isNoted",
       coalesce(sum(l.billed - l.noted) filter (where not l.is_spread and l.rank < q.rank), 0) as "chargedLeft",
       coalesce(sum(l.billed - l.noted) filter (where l.adjustment_id = q."adjustmentId"), 0) as "ownLeft",
       coalesce(json_agg(json_build_object('kind', l.kind, 'priceId', l.price_id, 'versionId', l.version_id, 'amount', l.amount::text,
         'left', (l.billed - l.noted)::text, 'interval', l.interval, 'countedOn', l.counted_on, 'start', l.period_start, 'end', l.period_end)) filter (where l.is_spread and l.rank < q.rank), '[]') as spread
     from jsonb_to_recordset($2) as q (key text, "subscriptionId" text, "priceIds" jsonb, "adjustmentId" text, rank integer,
       interval text, start date, "end" date, "exceptInvoiceId" text)
     left join lateral (
       -- An amount that credit notes settled counts as billed.
       select o.amount + coalesce((o.explanation #>> '{basis,settledByNotes}')::numeric, 0) as amount, o.amount as billed,
         coalesce((select sum(n.amount) from credit_note_line n where n.organization_id = $1 and n.invoice_line_id = o.id), 0) as noted,
         o.adjustment_id, o.kind, o.price_id, o.version_id, o.counted_on, o.period_start, o.period_end, f.interval, f.is_spread,
         ${rankOf("o.adjustment_id", "o.kind", "o.price_id", "o.scope_price_ids")} as rank
       from (${drafts.length === 0 ? STORED : FORESEEN}) as o
       left join price p on p.organization_id = $1 and p.id = o.price_id
       cross join lateral (
         select ${LINE_INTERVAL} as interval,
           coalesce(array_position(${INTERVALS}, q.interval) < array_position(${INTERVALS}, ${LINE_INTERVAL}), false) as is_spread
       ) as f
       where (q."priceIds" is null or q."priceIds" ? o.price_id
           or (jsonb_array_length(o.scope_price_ids) > 0 and o.scope_price_ids <@ q."priceIds"))
         and case when f.is_spread then o.period_start < q."end" and o.period_end > q.start
           else o.counted_on >= q.start and o.counted_on < q."end" end
         and o.invoice_id is distinct from q."exceptInvoiceId"
     ) l on true
     group by q.key`,
    [
      tx.organizationId,
      JSON.stringify(questions),
      ...(drafts.length === 0 ? [] : [drafts, JSON.stringify([...foreseen.values()].flat().map(toColumns))]),
    ],
  );
}

const STORED = `
  select ${COLUMNS} from invoice_line
  where organization_id = $1 and subscription_id = q."subscriptionId" and not is_void`;

const FORESEEN = `${STORED} and invoice_id <> all($3)
  union all
  select ${COLUMNS} from jsonb_populate_recordset(null::invoice_line, $4) where subscription_id = q."subscriptionId"`;

function toColumns(line: InvoiceLineRow): Record<string, unknown> {
  return Object.fromEntries(Object.entries(line).map(([member, value]) => [columnName(member), value]));
}
