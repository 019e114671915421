import { pageAt } from "../../routing/page-at.ts";
import type { RecurringRevenueItem } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Legend } from "../../charts/legend.tsx";
import { MonthChart, TipLines } from "../../charts/month-chart.tsx";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatMoney } from "../../format/amount.ts";
import { formatMonth } from "../../format/dates.ts";
import { insightQueries } from "./insight-queries.ts";
import { MOVEMENTS, RecurringMarks } from "./recurring-marks.tsx";

const HEIGHT = 260;

/** Monthly recurring revenue, month by month: what moved it as bars, where it closed as a line. */
export function RecurringCard({ currency }: { readonly currency: string }) {
  const { data, error, refetch } = useQuery(insightQueries.recurring);
  const items = data?.items.filter((item) => item.currency === currency) ?? [];
  return (
    <Card
      title="Monthly recurring revenue"
      note={`Monthly changes in ${currency}. The line shows closing MRR.`}
      actions={
        <Link {...pageAt("/insights/mrr/movements", { currency })} className="text-sm text-accent hover:underline">
          View all movements
        </Link>
      }
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-[284px]" />
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
              tip: <TipLines lines={lines(item)} />,
              words: lines(item)
                .map(([name, value]) => `${name} ${value}`)
                .join(", "),
              ...pageAt("/insights/mrr/movements", { month: item.month, currency }),
            }))}
            table={<RecurringTable items={items} />}
          >
            {(box, x) => <RecurringMarks items={items} currency={currency} box={box} x={x} />}
          </MonthChart>
        </>
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
            <th scope="row">{formatMonth(item.month)}</th>
            {lines(item).map(([name, value]) => (
              <td key={name}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
