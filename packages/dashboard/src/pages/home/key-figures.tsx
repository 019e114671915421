import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { classes } from "../../design/classes.ts";
import { Skeleton } from "../../design/states.tsx";
import { formatMoney, formatPercent } from "../../format/amount.ts";
import { formatMonth } from "../../format/dates.ts";
import { count } from "../../format/words.ts";
import { insightQueries } from "./insight-queries.ts";

/** The headline figures of one currency; each leads to what it is made of. */
export function KeyFigures({ currency }: { readonly currency: string }) {
  const recurring = useQuery(insightQueries.recurring).data?.items.findLast((item) => item.currency === currency);
  const range = useQuery(insightQueries.churn).data?.range.find((item) => item.currency === currency);
  const net = useQuery(insightQueries.netRevenue).data?.items.findLast((item) => item.currency === currency);
  const owed = useQuery(insightQueries.ageing).data?.items.find((item) => item.currency === currency);
  const search = { currency };
  const overdue = owed?.bands.filter(({ band }) => band !== "not_due").length ?? 0;
  return (
    <section
      aria-label="Key figures"
      className="group/figures grid grid-cols-2 divide-line rounded-lg border border-line bg-surface shadow-raised max-sm:has-data-wide:grid-cols-1 sm:grid-cols-3"
    >
      <KeyFigure
        name="MRR"
        value={recurring && formatMoney(recurring.closing, currency)}
        note={recurring && count(recurring.accounts, "paying account")}
        to="/insights/mrr/subscriptions"
        search={search}
      />
      <KeyFigure
        name="ARR"
        value={recurring && formatMoney(recurring.arr, currency)}
        note="12 × MRR"
        to="/insights/mrr/subscriptions"
        search={search}
      />
      <KeyFigure
        name="Net revenue"
        value={net && formatMoney(net.net, currency)}
        note={net && `${formatMonth(net.month)} to date`}
        to="/insights/net-revenue"
        search={{ ...search, ...(net && { from: `${net.month}-01` }) }}
      />
      <KeyFigure
        name="Account churn"
        value={range && percent(range.accountChurn)}
        note={range && `${range.accounts.lost} of ${range.accounts.opening} in 12 months`}
        to="/insights/churn"
        search={search}
      />
      <KeyFigure
        name="Net retention"
        value={range && percent(range.netRetention)}
        note={range && `Gross ${percent(range.grossRetention)}, 12 months`}
        to="/insights/churn"
        search={search}
      />
      <KeyFigure
        name="Unpaid"
        value={owed && formatMoney(owed.total, currency)}
        note={overdue > 0 ? "Due and not yet due" : "Nothing is overdue"}
        to="/insights/ageing"
        search={search}
      />
    </section>
  );
}

/** Characters from which on a figure is set smaller, so that it stays on one line. */
const LONG_FIGURE = 13;
/** Characters from which on two figures have no room beside each other on a phone. */
const WIDE_FIGURE = 17;

interface KeyFigureProps {
  readonly name: string;
  readonly value: string | undefined;
  readonly note: ReactNode;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

function KeyFigure({ name, value, note, to, search }: KeyFigureProps) {
  return (
    <Link
      to={to}
      search={search}
      className="group min-w-0 border-line p-4 hover:bg-sunken/60 max-sm:[&:nth-child(even)]:border-l max-sm:group-has-data-wide/figures:border-t max-sm:group-has-data-wide/figures:border-l-0! max-sm:first:border-t-0! max-sm:[&:nth-child(n+3)]:border-t sm:[&:not(:nth-child(3n+1))]:border-l sm:[&:nth-child(n+4)]:border-t"
    >
      <div className="text-sm text-muted">{name}</div>
      {value === undefined ? (
        <Skeleton className="my-1 h-5 w-24" />
      ) : (
        <div
          data-wide={value.length >= WIDE_FIGURE || undefined}
          className={classes(
            "figures font-semibold tracking-tight break-words group-hover:underline",
            value.length > LONG_FIGURE ? "text-base" : "text-lg sm:text-xl",
          )}
        >
          {value}
        </div>
      )}
      <div className="figures min-h-4 text-xs text-muted">{note}</div>
    </Link>
  );
}

function percent(value: string | null): string {
  return value === null ? "–" : formatPercent(value);
}
