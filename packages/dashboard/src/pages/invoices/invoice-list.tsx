import type { ListedInvoice, ListInvoicesQuery } from "@counterfoil/sdk";
import { useAddress } from "../../app/address.ts";
import { client } from "../../app/client.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Day } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";

const STATES = [
  ["draft", "Drafts"],
  ["issued", "Open"],
  ["overdue", "Overdue"],
  ["paid", "Paid"],
  ["voided", "Voided"],
  ["uncollectible", "Uncollectible"],
] as const;

const columns: readonly Column<ListedInvoice>[] = [
  { name: "Number", cell: ({ number }) => number ?? "Draft", text: ({ number }) => number, sort: "number" },
  {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "8rem",
  },
  {
    name: "Period",
    cell: ({ billingPeriod }) => billingPeriod,
    text: ({ billingPeriod }) => billingPeriod,
    from: "md",
  },
  {
    name: "Created",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: ({ createdAt }) => createdAt,
    width: "8rem",
    from: "lg",
    sort: "createdAt",
  },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "6rem", from: "xl" },
  {
    name: "Total",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    text: ({ total }) => total,
    align: "right",
    width: "9rem",
    sort: "total",
  },
];

export function InvoiceList() {
  const [search] = useAddress();
  const query = toQuery(search);
  const rows = usePages({
    key: ["invoices", query],
    list: (where) => client.invoices.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Page title="Invoices">
      <Card flush>
        <FilterBar actions={<ExportButton name="invoices" rows={rows} columns={columns} />}>
          <SearchBox label="Search by number" />
          <Choice label="State" name="status" all="All states" options={STATES} />
        </FilterBar>
        <Table
          label="Invoices"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/invoices/${id}`}
          empty={
            <Empty title="No invoice is like this">
              Invoices are made when a billing period ends. Loosen the filters, or sign a subscription.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}

function toQuery({
  q,
  status,
  sort = "createdAt:desc",
}: Readonly<Record<string, string | undefined>>): ListInvoicesQuery {
  const filters: NonNullable<ListInvoicesQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "number", operator: "contains", value: q });
  if (status !== undefined) filters.push({ field: "status", value: status });
  return { filters, sort: sort as NonNullable<ListInvoicesQuery["sort"]> };
}
