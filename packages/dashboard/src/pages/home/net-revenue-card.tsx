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
import { formatMonth } from "../../format/dates.ts";
import { insightQueries } from "./insight-queries.ts";
import { nextMonth } from "./months.ts";

/** What became revenue each month, less credit notes and voids; what of it is for usage stands darker. */
export function NetRevenueCard({ currency }: { readonly currency: string }) {
  const { data, error, refetch } = useQuery(insightQueries.netRevenue);
  const items = data?.items.filter((item) => item.currency === currency) ?? [];
  const money = (amount: string) => formatMoney(amount, currency);
  return (
    <Card
      title="Net revenue"
      note="Recognized revenue minus credit notes and voided invoices."
      actions={
        <Link {...pageAt("/insights/net-revenue", { currency })} className="text-sm text-accent hover:underline">
          Lines
        </Link>
      }
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-[244px]" />
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
              words: `net ${money(item.net)}, including ${money(item.usage)} from usage`,
              tip: (
                <TipLines
                  lines={[
                    ["Revenue", money(item.revenue)],
                    ["Credit notes", money(item.creditNotes)],
                    ["Voided", money(item.voided)],
                    ["Net", money(item.net)],
                    ["From usage", money(item.usage)],
                  ]}
                />
              ),
              to: "/insights/net-revenue",
              search: { currency, from: `${item.month}-01`, to: `${nextMonth(item.month)}-01` },
            }))}
            table={
              <table>
                <caption>Net revenue by month</caption>
                <tbody>
                  {items.map(({ month, net }) => (
                    <tr key={month}>
                      <th scope="row">{formatMonth(month)}</th>
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
    </Card>
  );
}
