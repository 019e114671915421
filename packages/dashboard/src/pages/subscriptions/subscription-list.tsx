import type { ListSubscriptionsQuery, Subscription } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useAddress } from "../../routing/address.ts";
import { systemNow } from "../../format/clock.ts";
import { useMay } from "../../server/session.ts";
import { buttonClasses } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Nothing } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { AccountLink } from "../../named/account-name.tsx";
import { ContractDay } from "../../named/contract-day.tsx";
import { recurringNowQuery } from "./subscription-queries.ts";
import { SubscriptionState } from "./subscription-state.tsx";

const STATES = [
  ["active", "Active"],
  ["paused", "Paused"],
  ["ending", "Ending"],
  ["draft", "Drafts"],
  ["sent", "Sent as quotes"],
  ["accepted", "Accepted"],
  ["canceled", "Ended"],
] as const;

/** Every contract, whatever its state. */
export function SubscriptionList() {
  const [search] = useAddress("/subscriptions");
  const mayWrite = useMay("write");
  const query = toQuery(search);
  const now = new Date(systemNow()).toISOString();
  const recurring = useQuery(recurringNowQuery).data;
  const rows = usePages({
    list: (api, where) => api.subscriptions.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  const recurringOf = (id: string) => recurring?.find(({ subscriptionId }) => subscriptionId === id);
  const columns: readonly Column<Subscription>[] = [
    { name: "Name", cell: ({ name }) => name, text: ({ name }) => name, sort: "name" },
    {
      name: "Account",
      cell: ({ accountId }) => <AccountLink id={accountId} />,
      text: ({ accountId }) => accountId,
      from: "lg",
    },
    {
      name: "Status",
      cell: (subscription) => <SubscriptionState subscription={subscription} now={now} />,
      text: ({ status }) => status,
      width: "11rem",
    },
    {
      name: "Start",
      cell: ({ accountId, contractStartDate }) => <ContractDay accountId={accountId} instant={contractStartDate} />,
      text: ({ contractStartDate }) => contractStartDate,
      width: "8rem",
      from: "md",
      sort: "contractStartDate",
    },
    {
      name: "Term ends",
      cell: ({ accountId, contractEndDate }) => <ContractDay accountId={accountId} instant={contractEndDate} />,
      text: ({ contractEndDate }) => contractEndDate,
      width: "8rem",
      from: "xl",
      sort: "contractEndDate",
    },
    {
      name: "MRR",
      cell: ({ id }) => {
        const one = recurringOf(id);
        return one === undefined ? <Nothing /> : <Money amount={one.amount} currency={one.currency} />;
      },
      text: ({ id }) => recurringOf(id)?.amount ?? null,
      align: "right",
      width: "10rem",
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
      <Card flush>
        <FilterBar actions={<ExportButton name="subscriptions" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          <Choice label="Status" name="status" all="All statuses" options={STATES} />
        </FilterBar>
        <Table
          label="Subscriptions"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/subscriptions/${id}`}
          empty={
            search.q === undefined && search.status === undefined ? (
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
      </Card>
    </Page>
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
