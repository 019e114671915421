import type { Metric } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { pageAt } from "../../../routing/page-at.ts";
import { useAddress } from "../../../routing/address.ts";
import { asked } from "../../../server/asked.ts";
import { systemNow } from "../../../format/clock.ts";
import { useOrganization } from "../../../server/session.ts";
import { BarChart } from "../../../charts/bar-chart.tsx";
import { Card, Figure, Figures } from "../../../design/card.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { formatQuantity, formatQuantityShort } from "../../../format/amount.ts";
import { formatDate, toDay } from "../../../format/dates.ts";
import { count } from "../../../format/words.ts";
import { AccountField } from "../../../named/account-field.tsx";
import { LIVE_MILLISECONDS } from "../../../server/live.ts";

/** This month's usage of all accounts together, or of one account by day. Read again every ten seconds. */
export function UsageOfMetric({ metric }: { readonly metric: Metric }) {
  const [{ account }, change] = useAddress("/metrics/$metricId");
  return (
    <Card
      title="Usage this month"
      note="Month to date."
      actions={
        <AccountField
          bare
          className="w-56"
          label="Account"
          accountId={account}
          onChoose={(next) => change({ account: next }, { replace: true })}
        />
      }
    >
      {account === undefined ? <OfAll metric={metric} /> : <OfOne metric={metric} account={account} />}
    </Card>
  );
}

function useMonth() {
  const { timezone } = useOrganization();
  const today = toDay(systemNow(), timezone);
  return { from: `${today.slice(0, 7)}-01`, timezone };
}

function OfAll({ metric }: { readonly metric: Metric }) {
  const { from } = useMonth();
  const { data, error, refetch } = useQuery({
    ...asked((api, signal) => api.insights.getUsageByMetric({ from }, { signal })),
    refetchInterval: LIVE_MILLISECONDS,
  });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-28 sm:h-12" />;
  const used = data.items.find(({ metricId }) => metricId === metric.id);
  return (
    <Link
      {...pageAt("/insights/usage", { metric: metric.id, from: data.from, to: data.to })}
      className="block hover:underline"
    >
      <Figures>
        <Figure
          name="All accounts"
          value={used === undefined || used.quantity === null ? "–" : formatQuantity(used.quantity)}
          note={used?.quantity === null ? "Choose an account to see its usage." : undefined}
        />
        <Figure name="Events" value={(used?.eventCount ?? 0).toLocaleString()} />
        <Figure name="Accounts with usage" value={(used?.accounts ?? 0).toLocaleString()} />
      </Figures>
    </Link>
  );
}

function OfOne({ metric, account }: { readonly metric: Metric; readonly account: string }) {
  const { from, timezone } = useMonth();
  const { data, error, refetch } = useQuery({
    ...asked((api, signal) => api.metrics.getUsage(metric.id, { account, from, window: "day" }, { signal })),
    refetchInterval: LIVE_MILLISECONDS,
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-64" />;
  return (
    <>
      <div className="mb-4 grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Figure name="Quantity" value={formatQuantity(data.quantity)} />
        <Figure name="Events" value={data.eventCount.toLocaleString()} />
      </div>
      <BarChart
        label={`${metric.name} by day this month`}
        unit={metric.name}
        room={26}
        format={(value) => formatQuantityShort(String(value))}
        bars={(data.windows ?? []).map(({ from: start, quantity, eventCount }) => {
          const day = toDay(start, timezone);
          return {
            key: start,
            text: String(Number(day.slice(8))),
            value: quantity,
            tip: (
              <>
                <div className="font-medium">{formatDate(day)}</div>
                <div className="figures">{formatQuantity(quantity)}</div>
                <div className="text-muted">{count(eventCount, "event")}</div>
              </>
            ),
          };
        })}
      />
    </>
  );
}
