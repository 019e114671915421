import { useQuery } from "@tanstack/react-query";
import { Legend } from "../../charts/legend.tsx";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatMoney } from "../../format/amount.ts";
import { formatDays, formatMonth } from "../../format/dates.ts";
import type { CardProps } from "./card-props.ts";
import { insightQueries } from "./insight-queries.ts";
import { isReported, RateNote } from "./reported-total.tsx";
import { StackedMonths } from "./stacked-months.tsx";

/** What the next three months will bill: contracts, and usage at its recent average. */
export function ForecastCard({ currency }: CardProps) {
  const { data, error, refetch } = useQuery(insightQueries.forecast);
  const items = data?.items.filter((item) => item.currency === currency) ?? [];
  const reported = isReported(data?.reporting) ? data.reporting : undefined;
  const totalOf = (month: string) => {
    const total = reported?.items.find((item) => item.month === month)?.total ?? null;
    return total === null || reported === undefined ? "–" : formatMoney(total, reported.currency);
  };
  const money = (amount: string) => formatMoney(amount, currency);
  return (
    <Card
      title="Forecast"
      note={
        data === undefined
          ? "Invoices of the next three months, before taxes."
          : `Invoices of the next three months, before taxes. Usage is the monthly average billed ${formatDays(data.usageFrom, data.usageTo)}.`
      }
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-[300px]" />
      ) : items.length === 0 ? (
        <p className="py-10 text-center text-sm text-muted">Nothing to bill in {currency} in the next three months.</p>
      ) : (
        <>
          <Legend
            items={[
              ["bg-chart-1", "Contracts"],
              ["bg-chart-2", "Usage"],
            ]}
          />
          <StackedMonths
            label={`Forecast of invoices in ${currency} for the next three months`}
            currency={currency}
            parts={[
              ["Contracts", "fill-chart-1"],
              ["Usage", "fill-chart-2"],
            ]}
            months={items.map(({ month, contracts, usage, total }) => ({ month, parts: [contracts, usage], total }))}
            to="/insights/mrr/subscriptions"
            search={{ currency }}
            table={undefined}
          />
          <div tabIndex={0} role="group" aria-label="Forecast by month" className="mt-3 relative overflow-x-auto">
            <table className="w-full text-xs whitespace-nowrap">
              <caption className="sr-only">Forecast by month</caption>
              <thead className="text-left text-xs text-muted">
                <tr>
                  <th scope="col" className="py-1 font-normal">
                    Month
                  </th>
                  {["Contracts", "Usage", "Total", ...(reported ? [`All in ${reported.currency}`] : [])].map((name) => (
                    <th key={name} scope="col" className="py-1 pl-3 text-right font-normal">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {items.map(({ month, contracts, usage, total }) => (
                  <tr key={month} className="border-t border-line">
                    <th scope="row" className="py-1.5 text-left font-normal">
                      {formatMonth(month)}
                    </th>
                    {[contracts, usage, total].map((amount, place) => (
                      <td key={["contracts", "usage", "total"][place]} className="figures py-1.5 pl-3 text-right">
                        {money(amount)}
                      </td>
                    ))}
                    {reported && <td className="figures py-1.5 pl-3 text-right">{totalOf(month)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {reported && (
        <div className="mt-2 text-xs text-muted">
          <RateNote {...reported} />
        </div>
      )}
    </Card>
  );
}
