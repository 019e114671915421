import { pageAt } from "../../routing/page-at.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card } from "../../design/card.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { formatMoney, toLength } from "../../format/amount.ts";
import { formatDate } from "../../format/dates.ts";
import { BANDS } from "./ageing-bands.ts";
import type { CardProps } from "./card-props.ts";
import { periodQueries } from "./insight-queries.ts";
import { ReportedTotal } from "./reported-total.tsx";

/** The amount due by age. Each row links to its invoices. */
export function AgeingCard({ currency, range }: CardProps) {
  const { data, error, refetch } = useQuery(periodQueries.ageing(range));
  const item = data?.items.find((one) => one.currency === currency);
  const longest = Math.max(1, ...(item?.bands.map(({ amount }) => toLength(amount)) ?? []));
  return (
    <Card
      title="Unpaid by age"
      note={data && item && `${formatMoney(item.total, currency)} due at the end of ${formatDate(data.at)}.`}
    >
      {error !== null ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-[196px]" />
      ) : item === undefined ? (
        <p className="py-10 text-center text-sm text-muted">No unpaid invoices in {currency}.</p>
      ) : (
        <ul className="flex flex-col gap-2.5">
          {item.bands.map(({ band, amount }) => (
            <li key={band}>
              <Link
                {...pageAt("/insights/ageing", { currency, band, at: data.at })}
                className="-mx-2 block rounded-md px-2 py-1 hover:bg-sunken"
              >
                <span className="flex justify-between gap-3 text-sm">
                  <span>{BANDS[band].name}</span>
                  <span className="figures">{formatMoney(amount, currency)}</span>
                </span>
                <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-sm bg-sunken">
                  <span
                    className={`block h-full ${BANDS[band].background}`}
                    style={{ width: `${(Math.max(0, toLength(amount)) / longest) * 100}%` }}
                  />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data && <ReportedTotal reporting={data.reporting} total={data.reporting?.total} name="All currencies" />}
    </Card>
  );
}
