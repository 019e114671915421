import { pageAt } from "../../routing/page-at.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatMoney, formatPercent, toLength } from "../../format/amount.ts";
import { formatDays } from "../../format/dates.ts";
import type { CardProps } from "./card-props.ts";
import { monthQueries } from "./insight-queries.ts";

/** The accounts with the most revenue, with the share of each. */
export function TopAccountsCard({ currency, range }: CardProps) {
  const { data, error, refetch } = useQuery(monthQueries.topAccounts(range));
  const items = data?.items.filter((item) => item.currency === currency) ?? [];
  return (
    <Card
      title="Top accounts"
      note={data === undefined ? "By net revenue." : `By net revenue, ${formatDays(data.from, data.to)}.`}
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-72" />
      ) : items.length === 0 ? (
        <p className="py-10 text-center text-sm text-muted">No revenue in {currency} in these months.</p>
      ) : (
        <ol className="grid min-h-66 grid-cols-[minmax(0,1fr)_auto_auto] content-start sm:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
          {items.map(({ accountId, name, revenue, share }) => (
            <li
              key={accountId}
              className="col-span-full grid grid-cols-subgrid items-center gap-3 border-b border-line py-1.5 last:border-0"
            >
              <Link to={`/accounts/${accountId}`} className="truncate text-sm hover:underline">
                {name}
              </Link>
              <span aria-hidden className="hidden h-1.5 w-24 overflow-hidden rounded-sm bg-sunken sm:block">
                <span className="block h-full bg-chart-1" style={{ width: `${toLength(share ?? "0")}%` }} />
              </span>
              <span className="figures text-right text-xs text-muted">
                {share === null ? "" : formatPercent(share)}
              </span>
              <Link
                {...pageAt("/insights/net-revenue", { currency, accountId, from: data.from, to: data.to })}
                className="figures min-w-24 text-right text-sm hover:underline"
              >
                {formatMoney(revenue, currency)}
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
