import type { Tx } from "../database/tx.ts";
import { type CountedDays, counts } from "./counted-accounts.ts";

/**
 * The usage that invoices of these days billed to subscriptions that are still active, by currency, after discounts and limits:
 * those of metered prices, and of others the part of usage in the charges of the invoice. Void invoices do not count.
 */
export async function billedUsageOfDays(
  tx: Tx,
  { from, to, withTestClocks }: CountedDays,
): Promise<{ currency: string; amount: string }[]> {
  return tx.sql<{ currency: string; amount: string }>(
    `select i.currency, sum(l.own + case when l.charged = 0 then 0 else l.shared * l.own / l.charged end) as amount
     from invoice i
     join subscription s on s.organization_id = $1 and s.id = i.subscription_id and s.status = 'active'
     cross join lateral (
       select sum(amount) filter (where is_own) as own,
         coalesce(sum(amount) filter (where adjustment_id is null or price_id is not null), 0) as charged,
         coalesce(sum(amount) filter (where adjustment_id is not null and price_id is null), 0) as shared
       from (
         select o.*, o.kind in ('usage', 'correction') or (o.adjustment_id is not null and o.price_id is not null and exists (
           select from price p where p.organization_id = $1 and p.id = o.price_id and cardinality(p.metric_ids) > 0)) as is_own
         from invoice_line o where o.organization_id = $1 and o.invoice_id = i.id
       ) as line
     ) as l
     where l.own is not null and i.organization_id = $1 and i.status not in ('draft', 'void')
       and (i.issue_date at time zone i.timezone)::date >= $2::date
       and (i.issue_date at time zone i.timezone)::date < $3::date
       and ${counts("i.account_id", "$4")}
     group by i.currency order by i.currency`,
    [tx.organizationId, from, to, withTestClocks],
  );
}
