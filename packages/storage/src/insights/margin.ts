import type { Tx } from "../database/tx.ts";
import type { InvoiceRow } from "../invoices/invoice-row.ts";
import type { Row } from "../row.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-row.ts";
import { type CountedDays, isSelected } from "./counted-accounts.ts";
import { countedBy, DIGITS, REVENUE_OF_DAYS, spread } from "./recognized.ts";

export interface MarginSelection extends CountedDays {
  /** Null: all accounts that count. */
  readonly accountIds: readonly string[] | null;
  /** The property whose values split the amounts. Null: they are not split. */
  readonly property: string | null;
  readonly isByDay: boolean;
  /** Costs have their day, because their product depends on it. */
  readonly isByProduct: boolean;
  /** Amounts in other currencies have their day, so that they can be converted. */
  readonly currency: string;
}

/** A sum of revenue or cost. */
export interface MarginRow {
  accountId: string;
  productId: string | null;
  metricId: string | null;
  /** Null if it was not needed. */
  day: string | null;
  /** The value of the property. Null if it has none. */
  value: string | null;
  currency: string;
  amount: string;
}

/** The month after the range's last day. */
const MONTH_END = "(date_trunc('month', $3::date - 1) + interval '1 month')::date";

/** The revenue postings with the part that counts on each day. The parameters are those of `REVENUE_OF_DAYS`. */
const REVENUE_BY_DAY = `
  select d.day::date as day, s.account_id, s.currency, s.line_id,
    ${countedBy("s", "d.day::date")} - ${countedBy("s", "(d.day::date - 1)")} as amount
  from (${spread(`p.day >= $2::date and p.day < ${MONTH_END}`, "$4")}) as s
  cross join lateral generate_series(greatest(s.first_day, $2::date)::timestamp, least(s.day, $3::date - 1)::timestamp,
    interval '1 day') as d (day)`;

/** By day if days or rates of days are asked for: those of amounts in other currencies. */
const REVENUE = `
  select day, account_id, currency, line_id, amount from (${REVENUE_OF_DAYS}) as of_months where not $6 and currency = $7
  union all
  select day, account_id, currency, line_id, amount from (${REVENUE_BY_DAY}) as of_days where $6 or currency <> $7`;

/**
 * The revenue of invoice lines on these days, as in net revenue. A line counts for the first metric of its price.
 */
export async function revenueRows(tx: Tx, selection: MarginSelection): Promise<MarginRow[]> {
  const { from, to, withTestClocks, accountIds, property, isByDay, currency } = selection;
  return tx.sql<MarginRow>(
    `select r.account_id, l.product_id, p.metric_ids[1] as metric_id, r.day, l.usage_group ->> $8 as value, r.currency,
       -sum(r.amount) as amount
     from (
       select line_id, account_id, currency, case when $6 or currency <> $7 then day end as day, sum(amount) as amount
       from (${REVENUE}) as revenue
       where ${isSelected("account_id", "$9", "$5")}
       group by 1, 2, 3, 4
     ) as r
     join invoice_line l on l.organization_id = $1 and l.id = r.line_id
     left join price p on p.organization_id = $1 and p.id = l.price_id
     group by r.account_id, l.product_id, p.metric_ids[1], r.day, value, r.currency having sum(r.amount) <> 0`,
    [tx.organizationId, from, to, DIGITS, withTestClocks, isByDay, currency, property, accountIds],
  );
}

/** The product through which an account pays for a metric from a day on. An empty account stands for all other accounts. */
export interface SoldMetricRow extends Pick<Row<"subscription">, "accountId">, Pick<Row<"price">, "productId"> {
  metricId: string;
  /** Null for all accounts together. */
  since: string | null;
}

/** By account, the latest first: the products of its versions. By metric alone: the oldest product with the metric. */
export async function soldMetrics(tx: Tx, accountIds: readonly string[]): Promise<SoldMetricRow[]> {
  return tx.sql<SoldMetricRow>(
    `(select distinct on (s.account_id, m.id, v.start_date) s.account_id, m.id as metric_id, p.product_id,
        v.start_date as since
      from subscription s
      join subscription_version v on v.organization_id = $1 and v.subscription_id = s.id
        and v.status in ('published', 'superseded')
      join version_price vp on vp.organization_id = $1 and vp.version_id = v.id
      join price p on p.organization_id = $1 and p.id = vp.price_id
      cross join unnest(p.metric_ids) as m (id)
      where s.organization_id = $1 and s.account_id = any($2)
      order by s.account_id, m.id, v.start_date desc, v.id desc, p.id)
     union all
     (select distinct on (m.id) '', m.id, p.id, null::date from product p cross join unnest(p.metric_ids) as m (id)
      where p.organization_id = $1 order by m.id, p.created_at, p.id)`,
    [tx.organizationId, accountIds],
  );
}

/** The names of accounts, products and metrics. */
export async function findNames(tx: Tx, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return tx.sql<{ id: string; name: string }>(
    `select id, name from account where organization_id = $1 and id = any($2)
     union all select id, name from product where organization_id = $1 and id = any($2)
     union all select id, name from metric where organization_id = $1 and id = any($2)`,
    [tx.organizationId, ids],
  );
}

/** The first metric of each of these prices that has one. */
export async function metricsOfPrices(
  tx: Tx,
  priceIds: readonly string[],
): Promise<{ id: string; metricId: string }[]> {
  return tx.sql<{ id: string; metricId: string }>(
    `select id, metric_ids[1] as metric_id from price
     where organization_id = $1 and id = any($2) and metric_ids[1] is not null`,
    [tx.organizationId, priceIds],
  );
}

/** Subscriptions that bill something later, of the selected accounts, in the order of the accounts. */
export async function findRunningSubscriptions(
  tx: Tx,
  { accountIds, withTestClocks }: Pick<MarginSelection, "accountIds" | "withTestClocks">,
): Promise<SubscriptionRow[]> {
  return tx.sql<SubscriptionRow>(
    `select * from subscription where organization_id = $1 and next_billing_on is not null
       and ${isSelected("account_id", "$2", "$3")} order by account_id, id`,
    [tx.organizationId, accountIds, withTestClocks],
  );
}

/** Drafts of subscriptions of the selected accounts. */
export async function findSubscriptionDrafts(
  tx: Tx,
  { accountIds, withTestClocks }: Pick<MarginSelection, "accountIds" | "withTestClocks">,
): Promise<InvoiceRow[]> {
  return tx.sql<InvoiceRow>(
    `select * from invoice where organization_id = $1 and status = 'draft' and subscription_id is not null
       and ${isSelected("account_id", "$2", "$3")} order by account_id, id`,
    [tx.organizationId, accountIds, withTestClocks],
  );
}
