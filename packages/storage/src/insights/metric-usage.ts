import type { AggregationMethod } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { cover } from "../usage/totals/bucket.ts";
import { OUT_OF_RANGE } from "../usage/totals/merged.ts";

/** What a metric counted for all accounts together. */
export interface MetricUsageRow {
  metricId: string;
  name: string;
  method: AggregationMethod;
  /** Null where the totals of accounts make no total of all: such usage is only measured account by account. */
  quantity: string | null;
  eventCount: string;
  accounts: string;
  /** Whether all events of the days are in the totals: false while they are made anew. */
  isComplete: boolean;
}

/** The value of a total `t` and whether it is not to be relied on: one of an earlier release may hold numbers beyond all bounds. */
const USABLE = `case when ${OUT_OF_RANGE} then null else t.value end as value, t.is_stale or ${OUT_OF_RANGE} as is_stale`;

/** What metrics counted from one start of a day to another, read from the totals that billing reads: every zone's days begin with a quarter. */
export async function usageByMetric(tx: Tx, from: string, to: string): Promise<MetricUsageRow[]> {
  const { buckets } = cover({ start: Date.parse(from), end: Date.parse(to) });
  return tx.sql<MetricUsageRow>(
    `with asked as (
       select * from unnest($2::integer[], $3::integer[], $4::integer[]) as asked (span, first, next)
     ), total as (
       select g.metric_id, s.account_id, t.event_count, ${USABLE}
       from usage_totalling g
       join usage_series s on s.organization_id = $1 and s.generation = g.generation
       cross join asked
       cross join lateral (
         select * from usage_total where series_id = s.id and span = asked.span and bucket >= asked.first and bucket < asked.next
         offset 0
       ) as t
       where g.organization_id = $1
       union all
       select g.metric_id, i.account_id, t.event_count, ${USABLE}
       from usage_increment i
       cross join lateral totals_of_increment(i.totals) as t
       join usage_totalling g on g.organization_id = $1 and g.generation = t.generation
       join asked on t.quarter >= asked.first * (asked.span / 900) and t.quarter < asked.next * (asked.span / 900)
       where i.organization_number = ${ORGANIZATION_NUMBER}
     ), counted as (
       select metric_id, sum(event_count) as event_count, sum(value) as sum, min(value) as smallest,
         max(value) as largest, count(distinct account_id) as accounts, bool_or(is_stale) as is_stale
       from total group by metric_id
     )
     select m.id as metric_id, m.name, m.aggregation->>'method' as method, coalesce(c.event_count, 0) as event_count,
       coalesce(c.accounts, 0) as accounts, g.completed_at is not null and not coalesce(c.is_stale, false) as is_complete,
       case m.aggregation->>'method' when 'count' then coalesce(c.event_count, 0) when 'sum' then coalesce(c.sum, 0)
         when 'min' then coalesce(c.smallest, 0) when 'max' then coalesce(c.largest, 0)
         when 'average' then case when coalesce(c.event_count, 0) = 0 then 0
           else round(coalesce(c.sum, 0) / c.event_count, 18) end
       end as quantity
     from metric m
     left join usage_totalling g on g.organization_id = $1 and g.metric_id = m.id
     left join counted c on c.metric_id = m.id
     where m.organization_id = $1
     order by m.name, m.id`,
    [tx.organizationId, buckets.map((b) => b.span), buckets.map((b) => b.first), buckets.map((b) => b.next)],
  );
}
