import { pageAt } from "../../routing/page-at.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FilePlus2, Pencil, Plus } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { usePageActions } from "../../routing/page-actions.ts";
import { useRecent } from "../../routing/recent.ts";
import { useAddress, useParam } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { whenShown } from "../../design/when-shown.tsx";
import { Badge } from "../../design/badge.tsx";
import { buttonClasses } from "../../design/button.tsx";
import { Page } from "../../design/page.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { Tabs } from "../../design/tabs.tsx";
import { AccountFigures } from "./account-figures.tsx";
import { AccountTags } from "./account-tags.tsx";
import { AccountOverview } from "./account-overview.tsx";
import { accountQueries } from "./account-queries.ts";
import { BelowOverdue } from "./overdue-mark.tsx";
import { ClockBarOf } from "../clocks/clock-bar-of.tsx";

// The other tabs are loaded when they are opened.
const AccountActivity = whenShown(() =>
  import("./account-activity.tsx").then(({ AccountActivity }) => AccountActivity),
);
const AccountCredits = whenShown(() => import("./account-credits.tsx").then(({ AccountCredits }) => AccountCredits));
const AccountDetails = whenShown(() => import("./account-details.tsx").then(({ AccountDetails }) => AccountDetails));
const AccountInvoices = whenShown(() =>
  import("./account-invoices.tsx").then(({ AccountInvoices }) => AccountInvoices),
);

/** One account: its contracts, its usage, its amount due, and its history. */
export function AccountPage() {
  const id = useParam("/accounts/$accountId");
  const [{ tab = "overview" }, change] = useAddress("/accounts/$accountId");
  const { data: account, error, refetch } = useQuery(accountQueries.one(id));
  useRecent({ to: `/accounts/${id}`, name: account?.name, kind: "Account" });
  const mayWrite = useMay("write");
  const mayBill = useMay("billing");
  const navigate = useNavigate();
  usePageActions([
    ...(mayWrite ? [{ name: "Edit account", onSelect: () => void navigate({ to: `/accounts/${id}/edit` }) }] : []),
    ...(mayBill
      ? [
          {
            name: "New invoice for this account",
            onSelect: () => void navigate(pageAt("/invoices/new", { account: id })),
          },
        ]
      : []),
    ...(mayWrite
      ? [
          {
            name: "New subscription for this account",
            onSelect: () => void navigate(pageAt("/subscriptions/new", { account: id })),
          },
        ]
      : []),
  ]);
  if (error !== null) {
    return (
      <Page title="Account" trail={[["/accounts", "Accounts"]]}>
        <Failure error={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (account === undefined) {
    return (
      <Page title="Account" trail={[["/accounts", "Accounts"]]}>
        <Skeleton className="mb-4 h-24" />
        <Skeleton className="h-96" />
      </Page>
    );
  }
  return (
    <Page
      title={account.name}
      trail={[["/accounts", "Accounts"]]}
      aside={account.testClockId !== null && <Badge tone="note">Uses a test clock</Badge>}
      note={
        <>
          <code className="text-xs">{account.id}</code>
          {account.aliases.length > 0 && <> · {account.aliases.join(", ")}</>}
        </>
      }
      actions={
        <>
          {mayWrite && (
            <Link to={`/accounts/${id}/edit`} className={buttonClasses()}>
              <Pencil aria-hidden className="size-4" />
              Edit
            </Link>
          )}
          {mayBill && (
            <Link {...pageAt("/invoices/new", { account: id })} className={buttonClasses()}>
              <FilePlus2 aria-hidden className="size-4" />
              New invoice
            </Link>
          )}
          {mayWrite && (
            <Link {...pageAt("/subscriptions/new", { account: id })} className={buttonClasses("primary")}>
              <Plus aria-hidden className="size-4" />
              New subscription
            </Link>
          )}
        </>
      }
    >
      <div className="-mt-3 mb-4">
        <AccountTags accountId={account.id} />
      </div>
      <ClockBarOf accountId={account.id} />
      <BelowOverdue account={account}>
        <AccountFigures account={account} />
        <Tabs
          chosen={tab}
          onChoose={(key) => change({ tab: key === "overview" ? undefined : key })}
          tabs={[
            { key: "overview", name: "Overview", content: () => <AccountOverview account={account} /> },
            {
              key: "invoices",
              name: "Invoices and payments",
              content: () => whileLoading(<AccountInvoices account={account} />),
            },
            { key: "credits", name: "Credits", content: () => whileLoading(<AccountCredits account={account} />) },
            { key: "activity", name: "Activity", content: () => whileLoading(<AccountActivity account={account} />) },
            { key: "details", name: "Details", content: () => whileLoading(<AccountDetails account={account} />) },
          ]}
        />
      </BelowOverdue>
    </Page>
  );
}

function whileLoading(part: ReactNode) {
  return <Suspense fallback={<Skeleton className="h-96" />}>{part}</Suspense>;
}
