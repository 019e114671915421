import type { ListedSubscription } from "@counterfoil/sdk";
import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { scaleTime } from "d3-scale";
import { classes } from "../../design/classes.ts";
import { formatDay, formatMonth } from "../../format/dates.ts";
import { count } from "../../format/words.ts";
import { subscriptionQueries } from "./subscription-queries.ts";
import { SubscriptionState } from "./subscription-state.tsx";
import { ContractBar } from "./contract-bar.tsx";
import { type ContractSpan, contractSpan } from "./contract-spans.ts";

const MONTH = 2_629_800_000;

/** Subscriptions as bars on one time axis. The red line is the current time. */
export function ContractTimeline({
  subscriptions,
  now,
  timeZone,
}: {
  readonly subscriptions: readonly ListedSubscription[];
  readonly now: string;
  readonly timeZone: string;
}) {
  const versions = useQueries({ queries: subscriptions.map(({ id }) => subscriptionQueries.versions(id)) });
  const happened = useQueries({ queries: subscriptions.map(({ id }) => subscriptionQueries.notifications(id)) });
  const spans = subscriptions.map((subscription, index) => ({
    subscription,
    span: contractSpan(subscription, versions[index]?.data ?? [], happened[index]?.data ?? []),
  }));
  const present = new Date(now).getTime();
  const first = Math.min(present - 2 * MONTH, ...spans.map(({ span }) => span.from));
  const last = Math.max(present + 3 * MONTH, ...spans.map(({ span }) => Math.min(span.to ?? 0, present + 14 * MONTH)));
  const place = scaleTime([first, last], [0, 100]).clamp(true);
  return (
    <div className="relative">
      <ul className="relative flex flex-col gap-3 pb-6">
        {spans.map(({ subscription, span }) => (
          <li key={subscription.id}>
            <Link
              to={`/subscriptions/${subscription.id}`}
              className="group block rounded-md"
              aria-label={`${subscription.name}: ${describe(span, timeZone)}`}
            >
              <span className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
                <span className="font-medium group-hover:underline">{subscription.name}</span>
                <SubscriptionState subscription={subscription} quote={subscription.quote} now={now} />
                <span className="text-xs text-muted">{describe(span, timeZone)}</span>
              </span>
              <ContractBar
                present={present}
                span={span}
                timeZone={timeZone}
                place={place}
                isAgreed={/^(active|canceled)$/.test(subscription.status)}
              />
            </Link>
          </li>
        ))}
      </ul>
      <div aria-hidden className="absolute inset-x-0 bottom-0 h-4 text-xs text-muted">
        {place.ticks(4).map((tick, index) => {
          const left = place(tick);
          return left < 4 || left > 94 ? null : (
            <span
              key={tick.getTime()}
              className={classes("absolute -translate-x-1/2 whitespace-nowrap", index % 2 === 1 && "max-sm:hidden")}
              style={{ left: `${left}%` }}
            >
              {formatMonth(tick.toISOString())}
            </span>
          );
        })}
      </div>
    </div>
  );
}

function describe({ from, to, versions, pauses }: ContractSpan, timeZone: string): string {
  const day = (at: number) => formatDay(new Date(at).toISOString(), timeZone);
  return [
    to === null ? `from ${day(from)}` : `${day(from)} to ${day(to)}`,
    ...(versions.length > 1 ? [count(versions.length, "version")] : []),
    ...(pauses.length > 0 ? [count(pauses.length, "pause")] : []),
  ].join(" · ");
}
