import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { useRecent } from "../../routing/recent.ts";
import { useAddress, useParam } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { whenShown } from "../../design/when-shown.tsx";
import { Page } from "../../design/page.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { AccountLink, useNamedAccount } from "../../named/account-name.tsx";
import { usePresentOf } from "../clocks/use-present.ts";
import { SubscriptionActions } from "./actions/subscription-actions.tsx";
import { SubscriptionOverview } from "./subscription-overview.tsx";
import { subscriptionQueries } from "./subscription-queries.ts";
import { SubscriptionState } from "./subscription-state.tsx";
import { ClockBarOf } from "../clocks/clock-bar-of.tsx";

// The other tabs are loaded when they are opened.
const AuditTable = whenShown(() => import("../../named/audit-table.tsx").then(({ AuditTable }) => AuditTable));
const SubscriptionInvoices = whenShown(() =>
  import("./subscription-invoices.tsx").then(({ SubscriptionInvoices }) => SubscriptionInvoices),
);
const SubscriptionTerms = whenShown(() =>
  import("./subscription-terms.tsx").then(({ SubscriptionTerms }) => SubscriptionTerms),
);
const SubscriptionVersions = whenShown(() =>
  import("./subscription-versions.tsx").then(({ SubscriptionVersions }) => SubscriptionVersions),
);

/** One contract: what it sells, how it changed, what it will bill, and its actions. */
export function SubscriptionPage() {
  const id = useParam("/subscriptions/$subscriptionId");
  const [{ tab = "overview" }, change] = useAddress("/subscriptions/$subscriptionId");
  const { data: subscription, error, refetch } = useQuery(subscriptionQueries.one(id));
  useRecent({ to: `/subscriptions/${id}`, name: subscription?.name, kind: "Subscription" });
  const versions = useQuery(subscriptionQueries.versions(id));
  const quote = useQuery(subscriptionQueries.quote(id)).data;
  const account = useNamedAccount(subscription?.accountId ?? "");
  const present = usePresentOf(account ?? undefined);
  const mayAdminister = useMay("admin");
  const trail = [["/subscriptions", "Subscriptions"]] as const;
  if (error !== null) {
    return (
      <Page title="Subscription" trail={trail}>
        <Failure error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (subscription === undefined || present === null) {
    return (
      <Page title="Subscription" trail={trail}>
        <Skeleton className="mb-4 h-24" />
        <Skeleton className="h-96" />
      </Page>
    );
  }
  const shared = { subscription, versions: versions.data, present };
  return (
    <Page
      title={subscription.name}
      trail={trail}
      aside={<SubscriptionState subscription={subscription} quote={quote} now={present.instant} />}
      note={
        <>
          <AccountLink id={subscription.accountId} /> · <code className="text-xs">{id}</code>
          {typeof quote?.reference === "string" && (
            <>
              {" · "}
              <Link to={`/quotes/${id}`} className="font-medium hover:underline">
                {quote.reference}
              </Link>
            </>
          )}
        </>
      }
      actions={<SubscriptionActions subscription={subscription} />}
    >
      <ClockBarOf accountId={subscription.accountId} />
      <Tabs
        chosen={tab}
        onChoose={(key) => change({ tab: key === "overview" ? undefined : key })}
        tabs={[
          { key: "overview", name: "Overview", content: () => <SubscriptionOverview {...shared} quote={quote} /> },
          { key: "versions", name: "Versions", content: () => whileLoading(<SubscriptionVersions {...shared} />) },
          {
            key: "invoices",
            name: "Invoices",
            content: () => whileLoading(<SubscriptionInvoices subscription={subscription} />),
          },
          {
            key: "terms",
            name: "Terms",
            content: () => whileLoading(<SubscriptionTerms subscription={subscription} />),
          },
          ...(mayAdminister
            ? [{ key: "audit" as const, name: "Audit log", content: () => whileLoading(<AuditTable objectId={id} />) }]
            : []),
        ]}
      />
    </Page>
  );
}

function whileLoading(part: ReactNode) {
  return <Suspense fallback={<Skeleton className="h-96" />}>{part}</Suspense>;
}
