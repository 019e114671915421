import { pageAt } from "../../routing/page-at.ts";
import type { Account, AccountUsageMetric } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asked } from "../../server/asked.ts";
import { Legend } from "../../charts/legend.tsx";
import { Card } from "../../design/card.tsx";
import { Quantity } from "../../design/money.tsx";
import { Empty, Failure, Skeleton } from "../../design/states.tsx";
import { toLength } from "../../format/amount.ts";
import { formatDaysOfMonth, formatMonth } from "../../format/dates.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import type { Present } from "../clocks/use-present.ts";
import { ingestRequest } from "../../named/ingest-request.ts";
import { dayAfter, monthBefore } from "./account-days.ts";
import { SendEventButton } from "./send-event-button.tsx";

/** The usage of each metric in this month so far, compared with the whole previous month. */
export function AccountUsage({ account, present }: { readonly account: Account; readonly present: Present }) {
  const { day, timeZone } = present;
  const month = day.slice(0, 7);
  const before = monthBefore(month);
  const usageOf = (from: string, to: string) => ({
    ...asked((api, signal) => api.accounts.getUsage(account.id, { from, to, window: "day" }, { signal })),
  });
  const current = useQuery(usageOf(`${month}-01`, dayAfter(day)));
  const last = useQuery(usageOf(`${before}-01`, `${month}-01`));
  const metrics = current.data?.metrics.filter(
    (metric) => metric.eventCount > 0 || (lastOf(metric)?.eventCount ?? 0) > 0,
  );
  function lastOf({ metricId }: AccountUsageMetric) {
    return last.data?.metrics.find((metric) => metric.metricId === metricId);
  }
  return (
    <Card
      title="Usage"
      note={`${formatDaysOfMonth(`${month}-01`, dayAfter(day))}, compared with all of ${formatMonth(before)}.`}
      actions={
        <>
          {metrics !== undefined && metrics.length > 0 && (
            <Legend
              items={[
                ["bg-chart-1", formatMonth(month)],
                ["bg-chart-5", formatMonth(before)],
              ]}
            />
          )}
          <SendEventButton accountId={account.id} />
        </>
      }
    >
      {current.error !== null ? (
        <Failure error={current.error} onRetry={() => void current.refetch()} />
      ) : metrics === undefined ? (
        <Skeleton className="h-48" />
      ) : metrics.length === 0 ? (
        <Empty title="No usage in these months" request={ingestRequest(account.aliases[0] ?? account.id)}>
          Send usage events to see usage here. Each metric counts the events with its event name.
        </Empty>
      ) : (
        <ul className="flex flex-col">
          {metrics.map((metric) => (
            <li key={metric.metricId} className="border-b border-line last:border-0">
              <Link
                {...pageAt("/usage", {
                  metric: metric.metricId,
                  accounts: account.id,
                  from: `${month}-01`,
                  to: dayAfter(day),
                  zone: timeZone,
                })}
                className="-mx-2 block rounded-md px-2 py-2.5 hover:bg-sunken"
              >
                <span className="mb-1 flex items-end justify-between gap-3 text-sm">
                  <span className="min-w-0 truncate">{metric.name}</span>
                  <Sparkline
                    label={`${metric.name} by day in ${formatMonth(month)}`}
                    readings={(metric.windows ?? []).map(({ from, quantity }) => ({ name: from, quantity }))}
                  />
                </span>
                <UsageBars current={metric.quantity} last={lastOf(metric)?.quantity ?? "0"} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function UsageBars({ current, last }: { readonly current: string; readonly last: string }) {
  const longest = Math.max(1e-12, toLength(current), toLength(last));
  const bar = (quantity: string, background: string, name: string) => (
    <span className="flex items-center gap-3">
      <span className="sr-only">{name}</span>
      <span aria-hidden className="h-2 flex-1 overflow-hidden rounded-sm bg-sunken">
        <span
          className={`block h-full ${background}`}
          style={{ width: `${(Math.max(0, toLength(quantity)) / longest) * 100}%` }}
        />
      </span>
      <span className="w-36 truncate text-right text-xs">
        <Quantity quantity={quantity} />
      </span>
    </span>
  );
  return (
    <span className="flex flex-col gap-1">
      {bar(current, "bg-chart-1", "Month to date")}
      {bar(last, "bg-chart-5", "Previous month")}
    </span>
  );
}
