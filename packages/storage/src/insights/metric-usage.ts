import type { AggregationMethod } from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { type CountedDays, counts } from "./counted-accounts.ts";
import { ORGANIZATION_NUMBER } from "../usage/organization-number.ts";
import { cover } from "../usage/totals/bucket.ts";
import { OUT_OF_RANGE } from "../usage/totals/merged.ts";

/** What a metric counted for all accounts together. */
export interface MetricUsageRow {
  metricId: string;
  name: string;
  method: AggregationMethod;
  /** Null if the totals of accounts cannot be combined. Such usage is only measured per account. */
  quantity: string | null;
  eventCount: string;
  accounts: string;
  /** Whether the totals include all events of the days. False while they are being rebuilt. */
  isComplete: boolean;
}

/**
 * The value of a total `t`, and whether it is unreliable: a total of an earlier release may contain numbers out of
 * range.
 */
const USABLE = `case when ${OUT_OF_RANGE} then null else t.value end as value, t.is_stale or ${OUT_OF_RANGE} as is_stale`;

/** The totals of the days and accounts that count. Its parameters are those of `ofTotals`. */
const TOTALS = `
     with asked as (
       select * from unnest($2::integer[], $3::integer[], $4::integer[]) as asked (span, first, next)
     ), total as (
       select g.metric_id, s.account_id, t.event_count, ${USABLE}
       from usage_totalling g
       join usage_series s on s.organization_id = $1 and s.generation = g.generation and ${counts("s.account_id", "$5")}
       cross join asked
       cross join lateral (
         select * from usage_total where series_id = s.id and span = asked.span and bucket >= asked.first and bucket < asked.next
         offset 0
       ) as t
       where g.organization_id = $1 and ($6::text is null or g.metric_id = $6)
       union all
       select g.metric_id, i.account_id, t.event_count, ${USABLE}
       from usage_increment i
       cross join lateral totals_of_increment(i.totals) as t
       join usage_totalling g on g.organization_id = $1 and g.generation = t.generation
         and ($6::text is null or g.metric_id = $6)
       join asked on t.quarter >= asked.first * (asked.span / 900) and t.quarter < asked.next * (asked.span / 900)
       where i.organization_number = ${ORGANIZATION_NUMBER} and ${counts("i.account_id", "$5")}
     )`;

function ofTotals(tx: Tx, { from, to, withTestClocks }: CountedDays, metricId: string | null): unknown[] {
  const { buckets } = cover({ start: Date.parse(from), end: Date.parse(to) });
  const [spans, firsts, nexts] = [
    buckets.map(({ span }) => span),
    buckets.map(({ first }) => first),
    buckets.map(({ next }) => next),
  ];
  return [tx.organizationId, spans, firsts, nexts, withTestClocks, metricId];
}

const SUMS = `sum(event_count) as event_count, sum(value) as sum, min(value) as smallest, max(value) as largest,
  bool_or(is_stale) as is_stale`;

/** The quantity of the metric `m` from its sums `c`. Null if it cannot be computed from sums. */
const QUANTITY = `case m.aggregation->>'method' when 'count' then coalesce(c.event_count, 0) when 'sum' then coalesce(c.sum, 0)
         when 'min' then coalesce(c.smallest, 0) when 'max' then coalesce(c.largest, 0)
         when 'average' then case when coalesce(c.event_count, 0) = 0 then 0
           else round(coalesce(c.sum, 0) / c.event_count, 18) end
       end`;

/**
 * What metrics counted from the start of one day to the start of another, read from the totals that billing reads. In
 * every time zone, days begin at a quarter of an hour.
 */
export async function usageByMetric(
  tx: Tx,
  days: CountedDays,
  metricId: string | null = null,
): Promise<MetricUsageRow[]> {
  return tx.sql<MetricUsageRow>(
    `${TOTALS}, counted as (
       select metric_id, ${SUMS}, count(distinct account_id) as accounts from total group by metric_id
     )
     select m.id as metric_id, m.name, m.aggregation->>'method' as method, coalesce(c.event_count, 0) as event_count,
       coalesce(c.accounts, 0) as accounts, g.completed_at is not null and not coalesce(c.is_stale, false) as is_complete,
       ${QUANTITY} as quantity
     from metric m
     left join usage_totalling g on g.organization_id = $1 and g.metric_id = m.id
     left join counted c on c.metric_id = m.id
     where m.organization_id = $1 and ($6::text is null or m.id = $6)
     order by m.name, m.id`,
    ofTotals(tx, days, metricId),
  );
}

/** What a metric counted for one account. */
export interface AccountUsageRow {
  accountId: string;
  /** Null if totals of days cannot be combined. */
  quantity: string | null;
  eventCount: string;
  /** By what the accounts are ordered: the quantity, or else the number of events. */
  rank: string;
}

/** The accounts with usage of a metric, the largest usage first, after a rank and an account ID. */
export async function usageByAccount(
  tx: Tx,
  { metricId, ...days }: CountedDays & { metricId: string },
  [rank, accountId]: readonly string[],
  limit: number,
): Promise<AccountUsageRow[]> {
  return tx.sql<AccountUsageRow>(
    `${TOTALS}, counted as (
       select account_id, ${SUMS} from total group by account_id
     ), used as (
       select account_id, event_count, ${QUANTITY} as quantity
       from counted c join metric m on m.organization_id = $1 and m.id = $6
     ), ranked as (
       select account_id, event_count, quantity, coalesce(quantity, event_count) as rank from used
     )
     select * from ranked where $7::numeric is null or (-rank, account_id) > (-$7::numeric, $8::text)
     order by -rank, account_id limit $9`,
    [...ofTotals(tx, days, metricId), rank ?? null, accountId ?? null, limit],
  );
}
