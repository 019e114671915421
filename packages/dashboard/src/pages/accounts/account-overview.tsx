import { pageAt } from "../../routing/page-at.ts";
import type { Account } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../server/session.ts";
import { buttonClasses } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Empty, Failure, Skeleton } from "../../design/states.tsx";
import { UpcomingInvoice } from "../subscriptions/upcoming-invoice.tsx";
import { AccountEntitlements } from "./account-entitlements.tsx";
import { accountQueries } from "./account-queries.ts";
import { AccountUsage } from "./account-usage.tsx";
import { ContractTimeline } from "../subscriptions/contract-timeline.tsx";
import { usePresentOf } from "../clocks/use-present.ts";

/** The contract timeline, usage compared with the previous month, the next invoices, and entitlements. */
export function AccountOverview({ account }: { readonly account: Account }) {
  const subscriptions = useQuery(accountQueries.subscriptions(account.id));
  const present = usePresentOf(account);
  const mayWrite = useMay("write");
  const running = subscriptions.data?.filter(({ status }) => status === "active") ?? [];
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card title="Contracts" note="Versions, pauses, and end date of each subscription." className="xl:col-span-2">
        {subscriptions.error !== null ? (
          <Failure error={subscriptions.error} onRetry={() => void subscriptions.refetch()} />
        ) : subscriptions.data === undefined || present === null ? (
          <Skeleton className="h-24" />
        ) : subscriptions.data.length === 0 ? (
          <Empty
            title="No contracts yet"
            request={`curl -X POST ${window.location.origin}/subscriptions \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"accountId": "${account.id}", "planId": "'$PLAN'"}'`}
            action={
              mayWrite && (
                <Link {...pageAt("/subscriptions/new", { account: account.id })} className={buttonClasses("primary")}>
                  New subscription
                </Link>
              )
            }
          >
            A subscription defines what the customer buys, the start date, and the term. Counterfoil bills active
            subscriptions automatically.
          </Empty>
        ) : (
          <ContractTimeline subscriptions={subscriptions.data} now={present.instant} timeZone={present.timeZone} />
        )}
      </Card>
      <div className="flex min-w-0 flex-col gap-4">
        {subscriptions.isPending && <Skeleton className="h-64" />}
        {running.map((subscription) => (
          <UpcomingInvoice key={subscription.id} subscription={subscription} isNamed={running.length > 1} />
        ))}
        {subscriptions.data !== undefined && running.length === 0 && (
          <Card title="Upcoming invoices">
            <p className="text-sm text-muted">No upcoming invoices. Activate a subscription to start billing.</p>
          </Card>
        )}
        <AccountEntitlements accountId={account.id} />
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {present !== null && <AccountUsage account={account} present={present} />}
      </div>
    </div>
  );
}
