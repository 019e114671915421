import { pageAt } from "../../routing/page-at.ts";
import type { Notification } from "@counterfoil/sdk";
import { useQueries, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { client } from "../../server/client.ts";
import { asked, askedInSteps } from "../../server/asked.ts";
import { useOrganization } from "../../server/session.ts";
import { classes } from "../../design/classes.ts";
import { Empty, Failure, Skeleton } from "../../design/states.tsx";
import { formatDay, formatInstant } from "../../format/dates.ts";
import { count } from "../../format/words.ts";
import { accountOf, tell } from "./told.ts";

/** The most notifications that are searched for the clock's accounts. */
const MOST = 1_000;
const EVENTS = 100;

interface ClockTimelineProps {
  readonly accountIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** What happened to the clock's accounts between two instants, in order. */
export function ClockTimeline({ accountIds, from, to }: ClockTimelineProps) {
  const { timezone } = useOrganization();
  const happened = useQuery({
    ...askedInSteps("notifications", "timeline", [accountIds, from, to], () => readBetween(accountIds, from, to)),
  });
  if (happened.error !== null) return <Failure error={happened.error} onRetry={() => void happened.refetch()} />;
  if (happened.data === undefined) return <Skeleton className="h-40 w-full" />;
  const { found, isCut } = happened.data;
  return (
    <div>
      <UsageOnTheWay accountIds={accountIds} from={from} to={to} />
      {found.length === 0 ? (
        <Empty title="Nothing happened in this period">
          There were no invoices, renewals, or reminders. Advance the clock further.
        </Empty>
      ) : (
        <ol className="relative ml-1.5 border-l border-line">
          {found.map((notification, index) => {
            const { id, timestamp, type } = notification;
            const { title, detail, amount, to: place } = tell(notification);
            const ownDay = formatDay(timestamp, timezone);
            const before = found[index - 1];
            const isNewDay = before === undefined || formatDay(before.timestamp, timezone) !== ownDay;
            return (
              <Fragment key={id}>
                {isNewDay && (
                  <li className="pt-3 pb-1 pl-5 text-xs font-medium text-muted first:pt-0">
                    <span className="figures">{ownDay}</span>
                  </li>
                )}
                <li className="relative flex flex-wrap items-baseline gap-x-3 py-1.5 pl-5 text-sm">
                  <span
                    aria-hidden
                    className={classes(
                      "absolute top-3 -left-[5px] size-2.5 rounded-full ring-4 ring-surface",
                      dot(type),
                    )}
                  />
                  <time
                    dateTime={timestamp}
                    title={formatInstant(timestamp, timezone)}
                    className="figures w-16 shrink-0 text-xs text-muted"
                  >
                    {timeOf(timestamp, timezone)}
                  </time>
                  {place === null ? (
                    <span className="font-medium">{title}</span>
                  ) : (
                    <Link to={place} className="font-medium hover:underline">
                      {title}
                    </Link>
                  )}
                  <span className="min-w-0 flex-1 truncate text-muted max-sm:order-last max-sm:basis-full">
                    {detail}
                  </span>
                  {amount !== null && <span className="figures max-sm:ml-auto">{amount}</span>}
                </li>
              </Fragment>
            );
          })}
        </ol>
      )}
      {isCut && (
        <p className="mt-3 text-xs text-muted">Only the first {MOST.toLocaleString()} notifications were checked.</p>
      )}
    </div>
  );
}

/** How many usage events of the accounts have a timestamp in this range. */
function UsageOnTheWay({ accountIds, from, to }: ClockTimelineProps) {
  const reads = useQueries({
    queries: accountIds.slice(0, 10).map((account) => ({
      ...asked((api) => api.events.list({ account, from, to, order: "asc", limit: EVENTS })),
    })),
  });
  const withEvents = reads.flatMap(({ data }, index) => {
    const account = accountIds[index];
    return data === undefined || data.items.length === 0 || account === undefined
      ? []
      : [{ account, length: data.items.length, isMore: data.nextCursor !== null && data.nextCursor !== undefined }];
  });
  if (withEvents.length === 0) return null;
  return (
    <ul className="mb-3 flex flex-wrap gap-2 text-sm">
      {withEvents.map(({ account, length, isMore }) => (
        <li key={account}>
          <Link
            {...pageAt("/events", { view: "all", account, from, to })}
            className="inline-flex min-h-6 items-center rounded-md bg-sunken px-2 hover:underline"
          >
            {isMore ? `More than ${count(length, "usage event")}` : count(length, "usage event")} in this period
          </Link>
        </li>
      ))}
    </ul>
  );
}

async function readBetween(accountIds: readonly string[], from: string, to: string) {
  const found: Notification[] = [];
  let looked = 0;
  const list = client.notifications.list({
    limit: 100,
    sort: "timestamp:asc",
    filters: [
      { field: "timestamp", operator: "gt", value: from },
      { field: "timestamp", operator: "lte", value: to },
    ],
  });
  for await (const notification of list) {
    looked += 1;
    const account = accountOf(notification);
    if (account !== null && accountIds.includes(account)) found.push(notification);
    if (looked >= MOST) break;
  }
  return { found, isCut: looked >= MOST };
}

function dot(type: string): string {
  if (/failed|overdue|voided|canceled|depleted/.test(type)) return "bg-bad";
  if (type.startsWith("invoice.")) return "bg-chart-1";
  if (type.startsWith("payment.")) return "bg-chart-2";
  if (type.startsWith("subscription.")) return "bg-chart-3";
  return "bg-line-strong";
}

function timeOf(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(undefined, { timeZone, hour: "2-digit", minute: "2-digit" }).format(new Date(instant));
}
