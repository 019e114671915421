import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ZoomOut } from "lucide-react";
import { useAddress } from "../../routing/address.ts";
import { useOrganization } from "../../server/session.ts";
import { Button, buttonClasses } from "../../design/button.tsx";
import { Card, Figure } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Empty, Failure, Skeleton } from "../../design/states.tsx";
import { formatQuantity } from "../../format/amount.ts";
import { systemNow } from "../../format/clock.ts";
import { toDay } from "../../format/dates.ts";
import { count, toWords } from "../../format/words.ts";
import { AccountMetrics } from "./account-metrics.tsx";
import { ExplorerBar } from "./explorer-bar.tsx";
import { addsUp, readChoice } from "./explorer-choice.ts";
import { metricsQuery } from "../../named/metrics.ts";
import { PriceUsageLink } from "./price-usage-link.tsx";
import { SeriesTotals, SeriesTotalsSkeleton } from "./series-totals.tsx";
import { CHART_HEIGHT, FILLS, UsageChart } from "./usage-chart.tsx";
import { UsageTable } from "./usage-table.tsx";
import { TOP_ACCOUNTS, useProperties, useTopAccounts, useUsage } from "./use-usage.ts";

/** Measured usage: of one account, split by a property, or of several accounts side by side. */
export function Explorer() {
  const [search, change] = useAddress("/usage");
  const { timezone: ownZone } = useOrganization();
  const choice = readChoice(search, toDay(systemNow(), ownZone));
  const timezone = choice.timezone ?? ownZone;
  const metrics = useQuery(metricsQuery);
  const metric = metrics.data?.find(({ id }) => id === choice.metricId) ?? metrics.data?.[0];
  const isDefault = choice.accountIds.length === 0;
  const top = useTopAccounts(isDefault);
  const accountIds = isDefault ? top.ids : choice.accountIds;
  const usage = useUsage(metric, accountIds, choice, timezone);
  const properties = useProperties(metric);
  const canStack = addsUp(metric?.aggregation.method);
  const kind = choice.kind ?? (canStack ? "bars" : "lines");
  const drawn = usage.series.slice(0, FILLS.length);
  const isSplit = usage.whole !== undefined && choice.groupBy !== undefined;
  const error = metrics.error ?? top.error ?? usage.error;
  const isPending = metrics.isPending || (isDefault && top.isPending) || usage.isPending;

  if (metrics.data?.length === 0) return <NoMetrics />;
  return (
    <Page
      title="Usage explorer"
      note={metric === undefined ? <>&nbsp;</> : describeMetric(metric.aggregation, metric.eventName)}
    >
      <Card flush>
        <ExplorerBar metrics={metrics.data ?? []} {...{ metric, choice, timezone, properties }} />
        <div className="px-4 pb-4" aria-busy={usage.isFetching}>
          <div className="mb-3 flex min-h-12 flex-wrap items-start justify-between gap-3">
            <div className="flex gap-8">
              {usage.whole !== undefined && (
                <>
                  <Figure name="Total" value={formatQuantity(usage.whole.quantity)} />
                  <Figure name="Events" value={formatQuantity(String(usage.whole.eventCount))} />
                </>
              )}
              {isDefault && (isPending || usage.series.length > 0) && (
                <p className="text-sm text-muted">
                  Compares the accounts with the most revenue. Choose one account to split usage by a property.
                </p>
              )}
            </div>
            <div className="flex flex-wrap items-center gap-2">
              {(search.from !== undefined || search.to !== undefined) && (
                <Button
                  icon={<ZoomOut aria-hidden className="size-4" />}
                  onClick={() => change({ from: undefined, to: undefined, window: undefined })}
                >
                  Reset zoom
                </Button>
              )}
              {accountIds.length === 1 && metric !== undefined && (
                <PriceUsageLink accountId={accountIds[0] ?? ""} metric={metric} />
              )}
              <KindSwitch kind={kind} onChoose={(next) => change({ kind: next })} />
            </div>
          </div>
          {error !== null ? (
            <Failure error={error} onRetry={usage.retry} />
          ) : isPending ? (
            <>
              <Skeleton height={CHART_HEIGHT} />
              {(isDefault || accountIds.length > 1 || choice.groupBy !== undefined) && (
                <SeriesTotalsSkeleton rows={isDefault ? TOP_ACCOUNTS : Math.max(2, accountIds.length)} />
              )}
            </>
          ) : usage.series.length === 0 ? (
            <Empty title="No usage in this period">Choose another range, account, or metric.</Empty>
          ) : (
            <UsageChart
              label={`${metric?.name ?? "Usage"} by ${choice.window}`}
              series={drawn}
              kind={kind}
              window={choice.window}
              timeZone={timezone}
              onZoom={(from, to) => change({ from, to, window: undefined })}
            />
          )}
          {!isPending && (isSplit || usage.series.length > 1) && metric !== undefined && (
            <>
              <SeriesTotals
                series={usage.series}
                drawn={drawn.length}
                eventName={metric.eventName}
                from={choice.from}
                to={choice.to}
              />
              {usage.series.length > drawn.length && (
                <p className="mt-2 text-xs text-muted">
                  The chart shows the {drawn.length} largest of {count(usage.series.length, "value")}; the table shows
                  all.
                </p>
              )}
            </>
          )}
        </div>
      </Card>
      {accountIds.length === 1 && (
        <AccountMetrics accountId={accountIds[0] ?? ""} choice={choice} timezone={timezone} />
      )}
      {error === null && metric !== undefined && (
        <UsageTable
          series={usage.series}
          by={isSplit ? choice.groupBy : usage.series.length > 1 ? "Account" : undefined}
          eventName={metric.eventName}
          window={choice.window}
          timeZone={timezone}
          isPending={isPending}
        />
      )}
    </Page>
  );
}

function describeMetric({ method, field }: { readonly method: string; readonly field: string | null }, event: string) {
  return `${toWords(method)}${field === null ? "" : ` of ${field}`}, of the events ${event}`;
}

function KindSwitch({
  kind,
  onChoose,
}: {
  readonly kind: "bars" | "lines";
  readonly onChoose: (kind: "bars" | "lines") => void;
}) {
  return (
    <div role="group" aria-label="Chart color" className="flex rounded-md border border-line p-0.5">
      {(["bars", "lines"] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={kind === one}
          onClick={() => onChoose(one)}
          className="h-8 rounded-sm px-2.5 text-sm text-muted aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent"
        >
          {toWords(one)}
        </button>
      ))}
    </div>
  );
}

function NoMetrics() {
  const body = `{"name": "API calls", "eventName": "api.requests", "aggregation": {"method": "count"}}`;
  return (
    <Page title="Usage explorer">
      <Card>
        <Empty
          title="No metrics yet"
          action={
            <Link to="/metrics" className={buttonClasses("primary")}>
              View metrics
            </Link>
          }
          request={`curl -X POST ${window.location.origin}/metrics -H "Authorization: Bearer $COUNTERFOIL_KEY" \\\n  -H 'Content-Type: application/json' -d '${body}'`}
        >
          A metric turns your usage events into a quantity, such as a count or a sum. Create a metric to explore usage.
        </Empty>
      </Card>
    </Page>
  );
}
