import type { ListedSubscription, ListSubscriptionsQuery, SubscriptionsSummary } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { buttonClasses } from "../../design/button.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Nothing } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import type { RowNames } from "../../list/bulk-action.ts";
import { SearchBox } from "../../list/filter-bar.tsx";
import type { ChipFilter } from "../../list/filter-chips.tsx";
import { ListCard } from "../../list/list-card.tsx";
import type { StatusTab } from "../../list/status-tabs.tsx";
import { AccountChoice } from "../../named/account-field.tsx";
import { asked } from "../../server/asked.ts";
import { usePages } from "../../list/use-pages.ts";
import { AccountLink, AccountName } from "../../named/account-name.tsx";
import { quoteStatus } from "../../named/quote-status.ts";
import { ContractDay } from "../../named/contract-day.tsx";
import { useNowOf } from "../clocks/use-present.ts";
import { recurringNowQuery } from "./subscription-queries.ts";
import { SubscriptionState } from "./subscription-state.tsx";
import { accountFields, contractDayField } from "../../list/file-fields.ts";

const STATES = [
  ["active", "Active"],
  ["paused", "Paused"],
  ["ending", "Ending"],
  ["draft", "Drafts"],
  ["sent", "Sent as quotes"],
  ["accepted", "Accepted"],
  ["canceled", "Ended"],
] as const;

const FILTERS: readonly ChipFilter[] = [
  { name: "q", label: "Name" },
  { name: "status", label: "Status", show: (value) => STATES.find(([status]) => status === value)?.[1] },
  { name: "account", label: "Account", show: (id) => <AccountName id={id} /> },
];

const NAMES: RowNames<ListedSubscription> = {
  noun: "subscription",
  nameOf: ({ name }) => name,
  to: ({ id }) => `/subscriptions/${id}`,
};

function tabsOf(summary: SubscriptionsSummary | undefined): readonly StatusTab[] {
  const countOf = (status: string) => summary?.statuses.find((one) => one.status === status)?.count;
  const own = { paused: summary?.paused, ending: summary?.ending };
  return [
    ["", "All", summary?.statuses.reduce((total, { count }) => total + count, 0)],
    ...STATES.map(
      ([status, name]) =>
        [status, name, status === "paused" || status === "ending" ? own[status] : countOf(status)] as const,
    ),
  ];
}

/** The list of all contracts. */
export function SubscriptionList() {
  const [search] = useAddress("/subscriptions");
  const mayWrite = useMay("write");
  const query = toQuery(search);
  const recurring = useQuery(recurringNowQuery).data;
  const { filters = [] } = query;
  const summary = useQuery({
    ...asked((api, signal) => api.summaries.summarizeSubscriptions({ filters }, { signal })),
    placeholderData: keepPreviousData,
  }).data;
  const rows = usePages({
    list: (api, where) => api.subscriptions.list({ ...query, include: "quote", ...where }),
    items: ({ items }) => items,
  });
  const recurringOf = (id: string) => recurring?.find(({ subscriptionId }) => subscriptionId === id);
  const columns: readonly Column<ListedSubscription>[] = [
    {
      name: "Name",
      cell: ({ name }) => name,
      fields: [
        { name: "Subscription ID", text: ({ id }) => id },
        { name: "Name", text: ({ name }) => name },
      ],
      sort: "name",
    },
    {
      name: "Account",
      cell: ({ accountId }) => <AccountLink id={accountId} />,
      fields: accountFields(({ accountId }) => accountId),
      from: "lg",
    },
    {
      name: "Status",
      cell: (subscription) => <StateNow subscription={subscription} />,
      text: (row) => quoteStatus(row, row.quote),
      width: "10rem",
      sort: "status",
    },
    {
      name: "Start",
      cell: ({ accountId, contractStartDate }) => <ContractDay accountId={accountId} instant={contractStartDate} />,
      fields: [
        contractDayField(
          "Start",
          ({ accountId }) => accountId,
          ({ contractStartDate }) => contractStartDate,
        ),
      ],
      width: "7.5rem",
      from: "md",
      sort: "contractStartDate",
    },
    {
      name: "Term ends",
      cell: ({ accountId, contractEndDate }) => <ContractDay accountId={accountId} instant={contractEndDate} />,
      fields: [
        contractDayField(
          "Term ends (exclusive)",
          ({ accountId }) => accountId,
          ({ contractEndDate }) => contractEndDate,
        ),
      ],
      width: "7.5rem",
      from: "xl",
      sort: "contractEndDate",
    },
    {
      name: "MRR",
      cell: ({ id }) => {
        const one = recurringOf(id);
        return one === undefined ? <Nothing /> : <Money amount={one.amount} currency={one.currency} />;
      },
      fields: [
        { name: "MRR", text: ({ id }) => recurringOf(id)?.amount ?? null },
        { name: "MRR currency", text: ({ id }) => recurringOf(id)?.currency ?? null },
      ],
      align: "right",
      width: "8rem",
      from: "sm",
    },
  ];
  return (
    <Page
      title="Subscriptions"
      actions={
        mayWrite && (
          <Link to="/subscriptions/new" className={buttonClasses("primary")}>
            <Plus aria-hidden className="size-4" />
            New subscription
          </Link>
        )
      }
    >
      <ListCard
        list="subscriptions"
        label="Subscriptions"
        rows={rows}
        columns={columns}
        matching={summary?.count}
        tabs={tabsOf(summary)}
        controls={
          <>
            <SearchBox label="Search by name" />
            <AccountChoice />
          </>
        }
        filters={FILTERS}
        names={NAMES}
        actions={[]}
        empty={
          search.q === undefined && search.status === undefined && search.account === undefined ? (
            <Empty
              title="No subscriptions yet"
              request={`curl -X POST ${window.location.origin}/subscriptions \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d "{\\"accountId\\": \\"acme\\", \\"planId\\": \\"$PLAN\\"}"`}
            >
              A subscription defines what a customer buys, the start date, and the term. Create and activate one to
              start billing.
            </Empty>
          ) : (
            <Empty title="No results">Clear some filters.</Empty>
          )
        }
      />
    </Page>
  );
}

/** The status by the time of the account. */
function StateNow({ subscription }: { readonly subscription: ListedSubscription }) {
  const now = useNowOf(subscription.accountId);
  return now === null ? (
    <StatusBadge status={quoteStatus(subscription, subscription.quote)} />
  ) : (
    <SubscriptionState subscription={subscription} quote={subscription.quote} now={new Date(now).toISOString()} />
  );
}

function toQuery({
  q,
  status,
  account,
  sort = "createdAt:desc",
}: Readonly<Record<string, string | undefined>>): ListSubscriptionsQuery {
  const filters: NonNullable<ListSubscriptionsQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  if (account !== undefined) filters.push({ field: "accountId", value: account });
  if (status === "paused" || status === "ending") {
    filters.push({ field: "status", value: "active" });
    filters.push({ field: status === "paused" ? "pausedAt" : "cancelsAt", operator: "exists", value: true });
  } else if (status !== undefined) filters.push({ field: "status", value: status });
  return { filters, sort: sort as NonNullable<ListSubscriptionsQuery["sort"]> };
}
