import type { ListSubscriptionsQuery, Subscription } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { buttonClasses } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
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
import { QuoteExpiry } from "./quote-expiry.tsx";

const STATES = [
  ["sent", "Sent"],
  ["accepted", "Accepted, not active yet"],
  ["draft", "Drafts"],
] as const;

const columns: readonly Column<Subscription>[] = [
  { name: "Quote", cell: ({ name }) => name, text: ({ name }) => name, sort: "name" },
  {
    name: "Account",
    cell: ({ accountId }) => <AccountLink id={accountId} />,
    text: ({ accountId }) => accountId,
    from: "md",
  },
  {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "7rem",
  },
  {
    name: "Link expires",
    cell: ({ id, status }) => (status === "sent" ? <QuoteExpiry id={id} /> : <Nothing />),
    width: "9rem",
    from: "sm",
  },
  {
    name: "Signed by",
    cell: ({ signerName }) => signerName ?? <Nothing />,
    text: ({ signerName }) => signerName,
    from: "lg",
  },
  {
    name: "Starts",
    cell: ({ accountId, contractStartDate }) => <ContractDay accountId={accountId} instant={contractStartDate} />,
    text: ({ contractStartDate }) => contractStartDate,
    width: "8rem",
    from: "lg",
  },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "6rem", from: "2xl" },
];

/** What is offered: subscriptions that were sent to a customer, or are about to be. */
export function QuoteList() {
  const [{ q, status, sort = "updatedAt:desc" }] = useAddress("/quotes");
  const mayWrite = useMay("write");
  const states = status === undefined ? ["sent", "accepted"] : [status];
  const filters: NonNullable<ListSubscriptionsQuery["filters"]>[number][] = [
    { field: "status", operator: "in", value: states },
  ];
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  const query: ListSubscriptionsQuery = { filters, sort: sort as NonNullable<ListSubscriptionsQuery["sort"]> };
  const rows = usePages({
    list: (api, where) => api.subscriptions.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Page
      title="Quotes"
      actions={
        mayWrite && (
          <Link to="/subscriptions/new" className={buttonClasses("primary")}>
            <Plus aria-hidden className="size-4" />
            New quote
          </Link>
        )
      }
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="quotes" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          <Choice label="Status" name="status" all="Sent and accepted" options={STATES} />
        </FilterBar>
        <Table
          label="Quotes"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/quotes/${id}`}
          empty={
            <Empty
              title="No open quotes"
              request={`curl -X POST ${window.location.origin}/subscriptions/$SUBSCRIPTION/send \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY"`}
            >
              A quote is a draft subscription that you send to a customer. The customer accepts it through a link.
              Create a quote to start.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}
