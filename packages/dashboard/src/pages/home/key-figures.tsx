import type { KeyFiguresItem } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { classes } from "../../design/classes.ts";
import { Skeleton } from "../../design/states.tsx";
import { formatMoney, formatPercent } from "../../format/amount.ts";
import { formatDays } from "../../format/dates.ts";
import { count } from "../../format/words.ts";
import { pageAt } from "../../routing/page-at.ts";
import type { CardProps } from "./card-props.ts";
import { Change } from "./change.tsx";
import { periodQueries } from "./insight-queries.ts";
import { isReported, RateNote } from "./reported-total.tsx";

type Comparison = KeyFiguresItem["mrr"];

/** The headline figures of one currency, compared with the period before. Each leads to its rows. */
export function KeyFigures({ currency, range }: CardProps) {
  const { data, isError } = useQuery(periodQueries.keyFigures(range));
  const item = data?.items.find((one) => one.currency === currency);
  const state = data !== undefined ? "loaded" : isError ? "failed" : "loading";
  const reported = isReported(data?.reporting) ? data.reporting : undefined;
  const zero = formatMoney("0", currency);
  const days = { currency, from: data?.from, to: data?.to };
  const at = { currency, at: data?.unpaidAt.current };
  const money = (name: string, member: "mrr" | "arr" | "netRevenue" | "cashCollected" | "unpaid"): Figure => {
    const compared = item?.[member];
    const amount = (value: string | null | undefined) => formatMoney(value ?? "0", currency);
    return {
      name,
      value: compared === undefined ? zero : amount(compared.value),
      note: compared && (
        <Change {...compared} unit="percent" isGoodUp={member !== "unpaid"} before={amount(compared.before)} />
      ),
      all: reported && `All currencies: ${totalText(reported[member].value, reported.currency)}`,
    };
  };
  const share = (name: string, compared: Comparison | undefined, isGoodUp: boolean): Figure => ({
    name,
    value: percent(compared?.value ?? null),
    note: compared && (
      <Change change={compared.change} unit="points" isGoodUp={isGoodUp} before={percent(compared.before)} />
    ),
  });
  const accounts = item?.accounts;
  const figures: readonly (Figure & Place)[] = [
    { ...money("MRR", "mrr"), ...pageAt("/insights/mrr/subscriptions", at) },
    { ...money("ARR", "arr"), ...pageAt("/insights/mrr/subscriptions", at) },
    { ...money("Net revenue", "netRevenue"), ...pageAt("/insights/net-revenue", days) },
    { ...money("Cash collected", "cashCollected"), ...pageAt("/insights/cash-collected", days) },
    { ...money("Unpaid", "unpaid"), ...pageAt("/insights/ageing", at) },
    { ...share("Account churn", item?.accountChurn, false), ...pageAt("/insights/churn/accounts", days) },
    { ...share("Net retention", item?.netRetention, true), ...pageAt("/insights/churn/accounts", days) },
    {
      name: "Paying accounts",
      value: (accounts?.closing ?? 0).toLocaleString(),
      note: accounts && `Before: ${count(accounts.before, "account")}`,
      ...pageAt("/insights/mrr/subscriptions", at),
    },
  ];
  return (
    <section aria-label="Key figures">
      <div className="group/figures grid grid-cols-2 divide-line rounded-lg border border-line bg-surface shadow-raised max-sm:has-data-wide:grid-cols-1 md:grid-cols-4">
        {figures.map((figure) => (
          <KeyFigure key={figure.name} {...figure} state={state} />
        ))}
      </div>
      <p className="mt-1.5 min-h-4 text-xs text-muted">
        {data &&
          `${formatDays(data.from, data.to)}, compared with ${formatDays(data.before.from, data.before.to)}. MRR and unpaid invoices as of the last day.`}
      </p>
      {reported && (
        <div className="mt-1 text-xs text-muted">
          <RateNote {...reported} />
        </div>
      )}
    </section>
  );
}

/** The rows behind a figure. */
interface Place {
  readonly to: string;
  readonly search: Readonly<Record<string, string | undefined>>;
}

/** Characters from which on a figure is set smaller, so that it stays on one line. */
const LONG_FIGURE = 13;
/** With at least this many characters, two figures do not fit side by side on a phone. */
const WIDE_FIGURE = 17;

interface Figure {
  readonly name: string;
  readonly value: string;
  /** How it compares with the period before. Undefined if the currency has none. */
  readonly note: ReactNode;
  /** The same of all currencies. */
  readonly all?: string | undefined;
}

interface KeyFigureProps extends Figure, Place {
  /** While it loads or after it failed, nothing is claimed about it. */
  readonly state: "loading" | "failed" | "loaded";
}

function KeyFigure({ name, value: known, note, all, state, to, search }: KeyFigureProps) {
  const value = state === "failed" ? "–" : known;
  return (
    <Link
      to={to}
      search={search}
      aria-busy={state === "loading" || undefined}
      className="group min-w-0 border-line p-4 md:max-lg:min-h-28 hover:bg-sunken/60 max-md:[&:nth-child(even)]:border-l max-md:[&:nth-child(n+3)]:border-t max-sm:group-has-data-wide/figures:border-t max-sm:group-has-data-wide/figures:border-l-0! max-sm:first:border-t-0! md:[&:not(:nth-child(4n+1))]:border-l md:[&:nth-child(n+5)]:border-t"
    >
      <div className="text-sm text-muted">{name}</div>
      {state === "loading" ? (
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
      <div className={classes("figures min-h-4 text-xs", state === "failed" ? "text-bad" : "text-muted")}>
        {state === "failed" ? "Couldn’t load" : state === "loaded" && (note ?? "Nothing yet")}
      </div>
      {state === "loaded" && all !== undefined && <div className="figures mt-0.5 text-xs text-muted">{all}</div>}
    </Link>
  );
}

function totalText(total: string | null, currency: string): string {
  return total === null ? "–" : formatMoney(total, currency);
}

function percent(value: string | null): string {
  return value === null ? "–" : formatPercent(value);
}
