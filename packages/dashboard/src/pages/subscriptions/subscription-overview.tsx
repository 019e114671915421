import { pageAt } from "../../routing/page-at.ts";
import type { Invoice, Subscription, SubscriptionQuote, SubscriptionVersion } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { asked } from "../../server/asked.ts";
import { whenShown } from "../../design/when-shown.tsx";
import { Card, Figure, Figures } from "../../design/card.tsx";
import { Skeleton } from "../../design/states.tsx";
import { formatMoney } from "../../format/amount.ts";
import { formatDate, formatDay, formatThrough, toDay } from "../../format/dates.ts";
import { DeclinesCard } from "../../named/declines-card.tsx";
import { quoteStatus } from "../../named/quote-status.ts";
import { ContractTimeline } from "./contract-timeline.tsx";
import type { Present } from "../clocks/use-present.ts";
import { subscriptionQueries } from "./subscription-queries.ts";
import { UpcomingInvoice } from "./upcoming-invoice.tsx";
import { VersionLines } from "./version-lines.tsx";

// Loaded only for drafts and quotes, because it needs the charts.
const DraftPreview = whenShown(() => import("./draft-preview.tsx").then(({ DraftPreview }) => DraftPreview));

interface SubscriptionOverviewProps {
  readonly subscription: Subscription;
  readonly versions: readonly SubscriptionVersion[] | undefined;
  readonly present: Present;
  readonly quote: SubscriptionQuote | null | undefined;
}

/** The overview: figures, contract timeline, current prices, and next invoices. */
export function SubscriptionOverview({ subscription, versions, present, quote }: SubscriptionOverviewProps) {
  const current =
    versions?.findLast(({ status, startDate }) => status !== "draft" && (startDate ?? "") <= present.instant) ??
    versions?.[0];
  return (
    <div className="flex flex-col gap-4">
      {subscription.status === "active" && <SubscriptionFigures subscription={subscription} present={present} />}
      {quoteStatus(subscription, quote) === "declined" && <DeclinesCard quote={quote} />}
      <Card title="Timeline">
        <ContractTimeline
          subscriptions={[{ ...subscription, quote }]}
          now={present.instant}
          timeZone={present.timeZone}
        />
      </Card>
      <div className="grid gap-4 xl:grid-cols-2">
        <Card
          title={subscription.status === "active" ? "Current items" : "Items"}
          {...(typeof current?.startDate === "string" && {
            note: `Since ${formatDay(current.startDate, present.timeZone)}.`,
          })}
        >
          {versions === undefined ? (
            <Skeleton className="h-40" />
          ) : current === undefined ? (
            <p className="text-sm text-muted">No items yet</p>
          ) : (
            <VersionLines version={current} timeZone={present.timeZone} />
          )}
        </Card>
        {subscription.status === "active" ? (
          <UpcomingInvoice subscription={subscription} />
        ) : subscription.status === "canceled" ? null : (
          <Suspense fallback={<Skeleton className="h-96" />}>
            <DraftPreview subscriptionId={subscription.id} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

function SubscriptionFigures({ subscription, present }: Pick<SubscriptionOverviewProps, "subscription" | "present">) {
  const { id, accountId, currency, contractEndDate, autoRenew } = subscription;
  const upcoming = useQuery(subscriptionQueries.upcoming(id)).data;
  const recurring = useQuery({
    ...asked((api, signal) =>
      api.insights.listRecurringSubscriptions({ accountId, at: present.day, limit: 100 }, { signal }).all(),
    ),
  }).data;
  const own = recurring?.find(({ subscriptionId }) => subscriptionId === id);
  const waiting = <Skeleton className="my-1 h-5 w-24" />;
  return (
    <Card>
      <Figures>
        <Link {...pageAt("/insights/mrr/subscriptions", { accountId })} className="hover:underline">
          <Figure
            name="MRR"
            value={recurring === undefined ? waiting : formatMoney(own?.amount ?? "0", own?.currency ?? currency)}
            note={
              recurring === undefined
                ? "MRR"
                : own === undefined
                  ? "No recurring revenue"
                  : `since ${formatDate(own.since)}`
            }
          />
        </Link>
        <Figure
          name="Next invoice"
          value={upcoming === undefined ? waiting : formatMoney(upcoming.total, upcoming.currency)}
          note={upcoming && `on ${formatDate(upcoming.billingDate)}, to date`}
        />
        <Figure
          name="Next invoice covers"
          // As wide as the days, so that what follows stays in its row.
          value={upcoming === undefined ? <Skeleton className="my-1 h-5 w-52" /> : daysOf(upcoming)}
          note="First to last day of its lines"
        />
        <Figure
          name={contractEndDate !== null && autoRenew ? "Renews" : "Term ends"}
          value={contractEndDate === null ? "No end date" : formatDay(contractEndDate, present.timeZone)}
          note={contractEndDate === null ? "Month-to-month" : autoRenew ? "Auto-renews" : "Doesn't renew"}
        />
      </Figures>
    </Card>
  );
}

/** The days of the billing period. Its end is its last second. */
function daysOf({ billingPeriodStart, billingPeriodEnd, timezone }: Invoice): string {
  return formatThrough(toDay(billingPeriodStart, timezone), toDay(billingPeriodEnd, timezone));
}
