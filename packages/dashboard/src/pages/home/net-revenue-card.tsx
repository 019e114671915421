import { pageAt } from "../../routing/page-at.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ValueAxis } from "../../charts/axis.tsx";
import { Legend } from "../../charts/legend.tsx";
import { MonthChart, TipLines } from "../../charts/month-chart.tsx";
import { scaleLinear } from "../../charts/scale.ts";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatMoney, formatMoneyShort, toLength } from "../../format/amount.ts";
import { formatDaysOfMonth, formatMonth } from "../../format/dates.ts";
import type { CardProps } from "./card-props.ts";
import { monthQueries } from "./insight-queries.ts";
import { ReportedTotal, totalLine } from "./reported-total.tsx";

/** Net revenue by month: revenue minus credit notes and voids. The part for usage is darker. */
export function NetRevenueCard({ currency, range }: CardProps) {
  const { data, error, refetch } = useQuery(monthQueries.netRevenue(range));
  const items = data?.items.filter((item) => item.currency === currency) ?? [];
  const money = (amount: string) => formatMoney(amount, currency);
  return (
    <Card
      title="Net revenue"
      note="Recognized by day, minus credit notes and voids. Usage counts once invoiced."
      actions={
        <Link
          {...pageAt("/insights/net-revenue", { currency, from: data?.from, to: data?.to })}
          className="text-sm text-accent hover:underline"
        >
          View lines
        </Link>
      }
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-[244px]" />
      ) : items.length === 0 ? (
        <p className="py-10 text-center text-sm text-muted">No revenue in {currency} yet.</p>
      ) : (
        <>
          <Legend
            items={[
              ["bg-chart-5", "Net revenue"],
              ["bg-chart-2", "From usage"],
            ]}
          />
          <MonthChart
            label={`Net revenue for the last 12 months in ${currency}`}
            height={220}
            marks={items.map((item) => ({
              month: item.month,
              name: formatDaysOfMonth(item.from, item.to),
              words: `net ${money(item.net)}, including ${money(item.usage)} from usage`,
              tip: (
                <TipLines
                  lines={[
                    ["Revenue", money(item.revenue)],
                    ["Credit notes", money(item.creditNotes)],
                    ["Voided", money(item.voided)],
                    ["Net", money(item.net)],
                    ["From usage", money(item.usage)],
                    ...totalLine(data.reporting, item.month, "net"),
                  ]}
                />
              ),
              to: "/insights/net-revenue",
              search: { currency, from: item.from, to: item.to },
            }))}
            table={
              <table>
                <caption>Net revenue by month</caption>
                <tbody>
                  {items.map(({ month, from, to, net }) => (
                    <tr key={month}>
                      <th scope="row">{formatDaysOfMonth(from, to)}</th>
                      <td>{money(net)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            }
          >
            {(box, x) => {
              const lengths = items.map(({ net }) => toLength(net));
              const y = scaleLinear([Math.min(0, ...lengths), Math.max(1, ...lengths)], [box.bottom, box.top], 4);
              return (
                <>
                  <ValueAxis
                    box={box}
                    ticks={y.ticks}
                    place={y}
                    format={(value) => formatMoneyShort(String(value), currency)}
                  />
                  {items.map(({ month, net, usage }) => {
                    const [whole, part] = [toLength(net), Math.max(0, toLength(usage))];
                    return (
                      <g key={month} transform={`translate(${x(month)} 0)`}>
                        <rect
                          width={x.width}
                          y={y(Math.max(0, whole))}
                          height={Math.abs(y(0) - y(whole))}
                          rx={1.5}
                          className="fill-chart-5 opacity-60"
                        />
                        <rect
                          width={x.width}
                          y={y(Math.min(part, Math.max(0, whole)))}
                          height={y(0) - y(Math.min(part, Math.max(0, whole)))}
                          rx={1.5}
                          className="fill-chart-2"
                        />
                      </g>
                    );
                  })}
                </>
              );
            }}
          </MonthChart>
        </>
      )}
      {data && (
        <ReportedTotal
          reporting={data.reporting}
          total={data.reporting?.items.at(-1)?.net}
          name={`All currencies in ${formatMonth(data.reporting?.items.at(-1)?.month ?? data.to)}`}
        />
      )}
    </Card>
  );
}
