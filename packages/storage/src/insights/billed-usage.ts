import type { Tx } from "../database/tx.ts";
import { type CountedDays, counts } from "./counted-accounts.ts";

/**
 * The usage that invoices of these days billed to subscriptions that are still active, by currency, before discounts.
 * Void invoices do not count.
 */
export async function billedUsageOfDays(
  tx: Tx,
  { from, to, withTestClocks }: CountedDays,
): Promise<{ currency: string; amount: string }[]> {
  return tx.sql<{ currency: string; amount: string }>(
    `select i.currency, sum(l.amount) as amount
     from invoice i
     join subscription s on s.organization_id = $1 and s.id = i.subscription_id and s.status = 'active'
     join invoice_line l on l.organization_id = $1 and l.invoice_id = i.id and l.kind in ('usage', 'correction')
     where i.organization_id = $1 and i.status not in ('draft', 'void')
       and (i.issue_date at time zone i.timezone)::date >= $2::date
       and (i.issue_date at time zone i.timezone)::date < $3::date
       and ${counts("i.account_id", "$4")}
     group by i.currency order by i.currency`,
    [tx.organizationId, from, to, withTestClocks],
  );
}
