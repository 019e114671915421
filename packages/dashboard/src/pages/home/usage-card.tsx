import { pageAt } from "../../routing/page-at.ts";
import type { UsageByMetricItem } from "@counterfoil/sdk";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asked } from "../../server/asked.ts";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatQuantity, formatQuantityShort } from "../../format/amount.ts";
import { formatMonth } from "../../format/dates.ts";
import { count } from "../../format/words.ts";
import { insightQueries } from "./insight-queries.ts";
import { monthsUpTo, nextMonth } from "./months.ts";
import { Sparkline } from "../../charts/sparkline.tsx";

const MONTHS = 6;

/** What each metric counted this month for all accounts, after the five months before it. */
export function UsageCard() {
  const { data, error, refetch } = useQuery(insightQueries.usage);
  const months = data === undefined ? [] : monthsUpTo(data.from, MONTHS);
  const before = useQueries({
    queries: months.slice(0, -1).map((month) => ({
      ...asked((api, signal) =>
        api.insights.getUsageByMetric({ from: `${month}-01`, to: `${nextMonth(month)}-01` }, { signal }),
      ),

      // A month that is over hardly changes.
      staleTime: 300_000,
    })),
  });
  const all = [...before.map((query) => query.data?.items), data?.items];
  const readings = (metricId: string) =>
    all.map((items, index) => ({
      name: months[index] === undefined ? "" : formatMonth(months[index]),
      quantity: items?.find((item) => item.metricId === metricId)?.quantity ?? null,
    }));
  return (
    <Card title="Usage" note="Month to date and the previous five months.">
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-72" />
      ) : (
        <ul className="flex min-h-72 flex-col">
          {data.items.map((item) => (
            <li key={item.metricId} className="border-b border-line last:border-0">
              <Link
                {...pageAt("/usage", { metric: item.metricId })}
                className="group -mx-2 flex items-center gap-4 rounded-md px-2 py-2 hover:bg-sunken"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-sm group-hover:underline">{item.name}</span>
                  <span className="block text-xs text-muted">{note(item)}</span>
                </span>
                <Sparkline label={`${item.name} over the last ${MONTHS} months`} readings={readings(item.metricId)} />
                <span
                  className="figures w-20 text-right text-sm"
                  title={item.quantity === null ? undefined : formatQuantity(item.quantity)}
                >
                  {item.quantity === null ? "–" : formatQuantityShort(item.quantity)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function note({ quantity, eventCount, accounts, isComplete }: UsageByMetricItem): string {
  if (!isComplete) return "Recalculating";
  if (quantity === null) return "Measured per account";
  return `${count(eventCount, "event")} from ${count(accounts, "account")}`;
}
