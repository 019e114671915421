import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { BarChart } from "../../charts/bar-chart.tsx";
import { TipLines } from "../../charts/month-chart.tsx";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatMoney, formatMoneyShort } from "../../format/amount.ts";
import { formatDate, formatDays, formatMonth } from "../../format/dates.ts";
import { pageAt } from "../../routing/page-at.ts";
import type { CardProps } from "./card-props.ts";
import { cashInterval, cashSteps } from "./cash-days.ts";
import { periodQueries } from "./insight-queries.ts";
import { ReportedTotal } from "./reported-total.tsx";

/** Payments less refunds of the period. The total leads to its journal entries. */
export function CashCard({ currency, range }: CardProps) {
  const { data, error, refetch } = useQuery(periodQueries.cash(range));
  const interval = cashInterval(range);
  const total = data?.totals.find((one) => one.currency === currency);
  const money = (amount: string) => formatMoney(amount, currency);
  return (
    <Card
      title="Cash collected"
      note="Payments minus refunds, from the journal."
      actions={
        <Link
          {...pageAt("/insights/cash-collected", { currency, from: data?.from, to: data?.to })}
          className="text-sm text-accent hover:underline"
        >
          View entries
        </Link>
      }
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-[244px]" />
      ) : total === undefined ? (
        <p className="py-10 text-center text-sm text-muted">
          No payments in {currency} {formatDays(data.from, data.to)}.
        </p>
      ) : (
        <>
          <p className="pb-2 text-sm text-muted">
            <span className="figures text-base font-semibold text-ink">{money(total.net)}</span> ={" "}
            <span className="figures">{money(total.received)}</span> received −{" "}
            <span className="figures">{money(total.refunded)}</span> refunded
          </p>
          <BarChart
            label={`Cash collected in ${currency} by ${interval}`}
            unit={currency}
            format={(value) => formatMoneyShort(String(value), currency)}
            bars={cashSteps(data.from, data.to, interval).map(({ from, to }) => {
              const item = data.items.find((one) => one.currency === currency && one.day === from);
              const { received = "0", refunded = "0", net = "0" } = item ?? {};
              return {
                key: from,
                text: interval === "day" ? String(Number(from.slice(8))) : formatMonth(from),
                value: net,
                tip: (
                  <>
                    <div className="mb-1 font-medium">
                      {interval === "day" ? formatDate(from) : formatDays(from, to)}
                    </div>
                    <TipLines
                      lines={[
                        ["Received", money(received)],
                        ["Refunded", money(refunded)],
                        ["Net", money(net)],
                      ]}
                    />
                  </>
                ),
              };
            })}
          />
        </>
      )}
      {data && <ReportedTotal reporting={data.reporting} total={data.reporting?.total} name="All currencies" />}
    </Card>
  );
}
