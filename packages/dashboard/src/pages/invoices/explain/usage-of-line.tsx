import { pageAt } from "../../../routing/page-at.ts";
import type { ExplainInvoiceLineResult, ExplainInvoiceLineResultUsage, MetricFilter } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { BarChart } from "../../../charts/bar-chart.tsx";
import { Quantity } from "../../../design/money.tsx";
import { Instant } from "../../../design/when.tsx";
import { formatQuantity, formatQuantityShort } from "../../../format/amount.ts";
import { formatDate } from "../../../format/dates.ts";
import { daysBetween } from "../../../format/days.ts";
import { count, toWords } from "../../../format/words.ts";
import { EventsOfLine } from "./events-of-line.tsx";
import { ExplainPart } from "./explain-part.tsx";

interface UsageOfLineProps {
  readonly invoiceId: string;
  readonly explained: ExplainInvoiceLineResult;
  readonly usage: ExplainInvoiceLineResultUsage;
}

/** The usage, metric by metric: a chart by day, and then the events. */
export function UsageOfLine({ invoiceId, explained, usage }: UsageOfLineProps) {
  const { start, end } = explained.servicePeriod;
  return (
    <>
      {usage.metrics.map((metric) => (
        <ExplainPart
          key={metric.id}
          title={`Usage: ${metric.name}`}
          note={
            <>
              <Quantity quantity={metric.quantity} /> from {count(metric.eventCount, "event")} named {metric.eventName},{" "}
              {toWords(metric.aggregation.method).toLowerCase()}
              {metric.aggregation.field === null ? "" : ` of ${metric.aggregation.field}`}
              {usage.group !== null &&
                ` where ${Object.entries(usage.group)
                  .map(([name, value]) => `${name} is ${value}`)
                  .join(" and ")}`}
              {filterWords(metric.filters)}. Days are those of {explained.timezone}.{" "}
              <Link
                {...pageAt("/metrics/$metricId", { account: usage.accountId }, { metricId: metric.id })}
                className="text-accent underline"
              >
                The metric
              </Link>
            </>
          }
        >
          <BarChart
            label={`${metric.name} by day`}
            unit={metric.name}
            format={(value) => formatQuantityShort(String(value))}
            bars={daysBetween(start, end).map((date) => {
              const day = metric.days.find((one) => one.date === date);
              return {
                key: date,
                text: String(Number(date.slice(8))),
                value: day?.quantity ?? "0",
                tip: (
                  <>
                    <div className="font-medium">{formatDate(date)}</div>
                    <div className="figures">{formatQuantity(day?.quantity ?? "0")}</div>
                    <div className="text-muted">{count(day?.eventCount ?? 0, "event")}</div>
                  </>
                ),
              };
            })}
            room={22}
          />
          {metric.firstEventAt !== null && (
            <p className="mt-1 text-xs text-muted">
              First <Instant instant={metric.firstEventAt} />, last <Instant instant={metric.lastEventAt} />
            </p>
          )}
          {usage.except.map(({ from, to }) => (
            <p key={from} className="mt-1 text-xs text-muted">
              Paused from <Instant instant={from} /> to <Instant instant={to} />: not counted.
            </p>
          ))}
          {metric.aggregation.method === "weighted_sum" && <MeanOver usage={usage} />}
          {metric.eventCount > 0 && metric.eventsUrl !== null && (
            <EventsOfLine
              invoiceId={invoiceId}
              lineId={explained.lineId}
              metricId={metric.id}
              name={metric.eventName}
              total={metric.eventCount}
            />
          )}
        </ExplainPart>
      ))}
    </>
  );
}

/** A level in a part of a billing period counts less than the chart shows, because it is averaged over the whole period. */
function MeanOver({ usage: { from, to, meanOver } }: Pick<UsageOfLineProps, "usage">) {
  if (meanOver === null || (meanOver.from === from && meanOver.to === to)) return null;
  return (
    <p className="mt-1 text-xs text-muted">
      Averaged over the billing period from <Instant instant={meanOver.from} /> to <Instant instant={meanOver.to} />.
    </p>
  );
}

function filterWords(filters: readonly MetricFilter[]): string {
  if (filters.length === 0) return "";
  const groups = filters.map(({ operator, filters: conditions }) =>
    conditions
      .map((one) => `${one.field} ${toWords(one.operator).toLowerCase()} ${JSON.stringify(one.value)}`)
      .join(` ${operator} `),
  );
  return `, only where ${groups.join(" and ")}`;
}
