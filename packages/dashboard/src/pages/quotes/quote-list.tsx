import type { ListedSubscription, ListSubscriptionsQuery } from "@counterfoil/sdk";
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
import { quoteStatus } from "../../named/quote-status.ts";
import { QuoteExpiry } from "./quote-expiry.tsx";
import { accountFields, contractDayField } from "../../list/file-fields.ts";
import { PhoneNote } from "../../list/phone-note.tsx";

const STATES = [
  ["sent", "Sent"],
  ["accepted", "Accepted, not active yet"],
  ["declined", "Declined"],
  ["draft", "Drafts"],
] as const;

const columns: readonly Column<ListedSubscription>[] = [
  {
    name: "Quote",
    cell: ({ name, quote }) => (
      <>
        {name}
        <PhoneNote>{quote?.reference}</PhoneNote>
      </>
    ),
    text: ({ name }) => name,
    sort: "name",
  },
  {
    name: "Number",
    cell: ({ quote }) => quote?.reference ?? <Nothing />,
    text: ({ quote }) => quote?.reference ?? null,
    width: "7.5rem",
    from: "sm",
    sort: "quoteNumber",
  },
  {
    name: "Account",
    cell: ({ accountId }) => <AccountLink id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
    from: "md",
  },
  {
    name: "Status",
    cell: (row) => <StatusBadge status={quoteStatus(row, row.quote)} />,
    text: (row) => quoteStatus(row, row.quote),
    width: "7rem",
  },
  {
    name: "Link expires",
    cell: ({ accountId, status, quote }) =>
      status === "sent" && typeof quote?.expiresAt === "string" ? (
        <QuoteExpiry expiresAt={quote.expiresAt} accountId={accountId} />
      ) : (
        <Nothing />
      ),
    width: "8rem",
    from: "md",
  },
  {
    name: "Signed by",
    cell: ({ signerName }) => signerName ?? <Nothing />,
    text: ({ signerName }) => signerName,
    width: "9rem",
    from: "xl",
  },
  {
    name: "Starts",
    cell: ({ accountId, contractStartDate }) => <ContractDay accountId={accountId} instant={contractStartDate} />,
    fields: [
      contractDayField(
        "Start",
        ({ accountId }) => accountId,
        ({ contractStartDate }) => contractStartDate,
      ),
    ],
    width: "7.5rem",
    from: "lg",
  },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "6rem", from: "2xl" },
];

type Filters = NonNullable<ListSubscriptionsQuery["filters"]>[number][];

/** A text such as `Q-2026` means the number, and any other text the name. */
function toFilters(status: string | undefined, q: string | undefined): Filters {
  const states = status === undefined ? ["sent", "accepted"] : status === "declined" ? ["draft"] : [status];
  const filters: Filters = [{ field: "status", operator: "in", value: states }];
  if (status === "declined") filters.push({ field: "quoteDeclinedAt", operator: "exists", value: "true" });
  if (q === undefined) return filters;
  const isNumber = /^q-\d/i.test(q.trim());
  const value = isNumber ? q.trim().replace(/^(q-\d{4}-\d{4,})-\d+$/i, "$1") : q;
  return [...filters, { field: isNumber ? "quoteNumber" : "name", operator: "contains", value }];
}

/** The list of quotes: subscriptions that were sent to a customer, or will be. */
export function QuoteList() {
  const [{ q, status, sort = "updatedAt:desc" }] = useAddress("/quotes");
  const mayWrite = useMay("write");
  const filters = toFilters(status, q);
  const query: ListSubscriptionsQuery = {
    include: "quote",
    filters,
    sort: sort as NonNullable<ListSubscriptionsQuery["sort"]>,
  };
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
          <SearchBox label="Search by name or number" />
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
