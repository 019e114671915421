import { pageAt } from "../../routing/page-at.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asked } from "../../server/asked.ts";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatMoney, formatPercent, toLength } from "../../format/amount.ts";

/** Who brings the most revenue, with the share of each. */
export function TopAccountsCard({ currency }: { readonly currency: string }) {
  const { data, error, refetch } = useQuery({
    ...asked((api, signal) => api.insights.getTopAccounts({ currency, limit: 8 }, { signal })),
  });
  return (
    <Card title="Top accounts" note="By net revenue over the last 12 months.">
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-72" />
      ) : (
        <ol className="grid min-h-66 grid-cols-[minmax(0,1fr)_auto_auto] content-start sm:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
          {data.items.map(({ accountId, name, revenue, share }) => (
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
                {...pageAt("/insights/net-revenue", { currency, accountId })}
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
