import { pageAt } from "../../routing/page-at.ts";
import type { UsageByMonthItem } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatQuantity, formatQuantityShort } from "../../format/amount.ts";
import { formatDaysOfMonth, formatMonth } from "../../format/dates.ts";
import { count } from "../../format/words.ts";
import { insightQueries } from "./insight-queries.ts";
import { Sparkline } from "../../charts/sparkline.tsx";

/** The usage of each metric by all accounts, in this month and the five before. */
export function UsageCard() {
  const { data, error, refetch } = useQuery(insightQueries.usage);
  return (
    <Card
      title="Usage"
      note={
        data === undefined
          ? "This month and the previous five months."
          : `${formatDaysOfMonth(data.from, data.to)} and the previous five months.`
      }
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-72" />
      ) : data.items.length === 0 ? (
        <p className="py-10 text-center text-sm text-muted">No metrics yet.</p>
      ) : (
        <ul className="flex min-h-72 flex-col">
          {data.items.map((item) => (
            <li key={item.metricId} className="border-b border-line last:border-0">
              <Link
                {...pageAt("/insights/usage", { metric: item.metricId, from: data.from, to: data.to })}
                className="group -mx-2 flex items-center gap-4 rounded-md px-2 py-2 hover:bg-sunken"
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-sm group-hover:underline">{item.name}</span>
                  <span className="block text-xs text-muted">{note(item)}</span>
                </span>
                <Sparkline
                  label={`${item.name} over the last six months`}
                  readings={item.months.map(({ month, quantity }) => ({ name: formatMonth(month), quantity }))}
                />
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

function note({ quantity, eventCount, accounts, isComplete }: UsageByMonthItem): string {
  if (!isComplete) return "Recalculating";
  if (quantity === null) return "Measured per account";
  return `${count(eventCount, "event")} from ${count(accounts, "account")}`;
}
