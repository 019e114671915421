import type { ListedInvoice, Subscription } from "@counterfoil/sdk";
import { client } from "../../app/client.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Empty } from "../../design/states.tsx";
import { Day } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";

const columns: readonly Column<ListedInvoice>[] = [
  { name: "Number", cell: ({ number }) => number ?? "Draft", text: ({ number }) => number },
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
    width: "9rem",
    from: "lg",
  },
  {
    name: "Total",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    text: ({ total }) => total,
    align: "right",
    width: "9rem",
  },
];

/** What the contract billed. */
export function SubscriptionInvoices({ subscription }: { readonly subscription: Subscription }) {
  const rows = usePages({
    key: ["subscriptions", subscription.id, "invoices"],
    list: (where) =>
      client.invoices.list({
        filters: [{ field: "subscriptionId", value: subscription.id }],
        sort: "createdAt:desc",
        ...where,
      }),
    items: ({ items }) => items,
  });
  return (
    <Card
      flush
      title="Invoices"
      actions={<ExportButton name={`invoices-${subscription.name}`} rows={rows} columns={columns} />}
    >
      <Table
        label="Invoices of the subscription"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/invoices/${id}`}
        empty={<Empty title="No invoice yet">It bills by itself from its start on, once it is active.</Empty>}
      />
    </Card>
  );
}
