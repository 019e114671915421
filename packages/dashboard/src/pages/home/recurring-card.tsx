import { pageAt } from "../../routing/page-at.ts";
import type { RecurringRevenueItem } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Legend } from "../../charts/legend.tsx";
import { MonthChart, TipLines } from "../../charts/month-chart.tsx";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatMoney } from "../../format/amount.ts";
import { formatDaysOfMonth } from "../../format/dates.ts";
import type { CardProps } from "./card-props.ts";
import { monthQueries } from "./insight-queries.ts";
import { ReportedTotal, totalLine } from "./reported-total.tsx";
import { MOVEMENTS, RecurringMarks } from "./recurring-marks.tsx";

const HEIGHT = 260;

/** Monthly recurring revenue by month: movements as bars, the closing amount as a line. */
export function RecurringCard({ currency, range }: CardProps) {
  const { data, error, refetch } = useQuery(monthQueries.recurring(range));
  const items = data?.items.filter((item) => item.currency === currency) ?? [];
  return (
    <Card
      title="Monthly recurring revenue"
      note={`Monthly changes in ${currency}. The line shows closing MRR.`}
      actions={
        <Link
          {...pageAt("/insights/mrr/movements", { currency, from: data?.from, to: data?.to })}
          className="text-sm text-accent hover:underline"
        >
          View all movements
        </Link>
      }
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-[284px]" />
      ) : items.length === 0 ? (
        <p className="py-10 text-center text-sm text-muted">No recurring revenue in {currency} yet.</p>
      ) : (
        <>
          <Legend
            items={[...MOVEMENTS.map(({ background, name }) => [background, name] as const), ["bg-ink", "MRR"]]}
          />
          <MonthChart
            label={`Monthly recurring revenue for the last 12 months in ${currency}`}
            height={HEIGHT}
            marks={items.map((item) => ({
              month: item.month,
              tip: <TipLines lines={[...lines(item), ...totalLine(data.reporting, item.month, "closing")]} />,
              words: lines(item)
                .map(([name, value]) => `${name} ${value}`)
                .join(", "),
              name: formatDaysOfMonth(item.from, item.to),
              ...pageAt("/insights/mrr/movements", { from: item.from, to: item.to, currency }),
            }))}
            table={<RecurringTable items={items} />}
          >
            {(box, x) => <RecurringMarks items={items} currency={currency} box={box} x={x} />}
          </MonthChart>
        </>
      )}
      {data && (
        <ReportedTotal
          reporting={data.reporting}
          total={data.reporting?.items.at(-1)?.closing}
          name="MRR of all currencies"
        />
      )}
    </Card>
  );
}

function lines(item: RecurringRevenueItem) {
  const money = (amount: string) => formatMoney(amount, item.currency);
  return [
    ["Opening", money(item.opening)],
    ...MOVEMENTS.map(({ member, name }) => [name, money(item[member])] as const),
    ["Closing", money(item.closing)],
  ] as const;
}

function RecurringTable({ items }: { readonly items: readonly RecurringRevenueItem[] }) {
  return (
    <table>
      <caption>Monthly recurring revenue by month</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {items.slice(0, 1).flatMap((item) =>
            lines(item).map(([name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.month}>
            <th scope="row">{formatDaysOfMonth(item.from, item.to)}</th>
            {lines(item).map(([name, value]) => (
              <td key={name}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
