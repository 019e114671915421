import { pageAt } from "../../routing/page-at.ts";
import { Link } from "@tanstack/react-router";
import { Quantity } from "../../design/money.tsx";
import { Skeleton } from "../../design/states.tsx";
import { count } from "../../format/words.ts";
import type { Series } from "./series.ts";
import { FILLS } from "./usage-chart.tsx";

interface SeriesTotalsProps {
  readonly series: readonly Series[];
  readonly drawn: number;
  readonly eventName: string;
  readonly from: string;
  readonly to: string;
}

const ROWS = "mt-4 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2 xl:grid-cols-3";

/** The color of each series, and its total in the range. */
export function SeriesTotals({ series, drawn, eventName, from, to }: SeriesTotalsProps) {
  return (
    <ul className={ROWS}>
      {series.map(({ key, name, accountId, quantity, eventCount }, index) => (
        <li key={key} className="flex min-w-0 items-center gap-2">
          <svg aria-hidden className="size-2.5 shrink-0">
            {index < drawn && <rect width="10" height="10" rx="2" className={FILLS[index]} />}
          </svg>
          <span className="min-w-0 flex-1 truncate" title={name}>
            {name}
          </span>
          <Link
            {...pageAt("/events", { view: "all", account: accountId, name: eventName, from, to })}
            title={`Show ${count(eventCount, "event")}`}
            className="hover:underline"
          >
            <Quantity quantity={quantity} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function SeriesTotalsSkeleton({ rows }: { readonly rows: number }) {
  return (
    <div aria-hidden className={ROWS}>
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} className="h-5" />
      ))}
    </div>
  );
}
