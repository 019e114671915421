import type { Subscription } from "@counterfoil/sdk";
import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";
import { ExportButton } from "../../list/export-button.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { invoiceColumns } from "../../named/invoice-columns.tsx";

const { number, status, period, created, due, total, open } = invoiceColumns;
const columns = [number, status, period, created, due, total, open];

/** The invoices of the contract. */
export function SubscriptionInvoices({ subscription }: { readonly subscription: Subscription }) {
  const rows = usePages({
    list: (api, where) =>
      api.invoices.list({
        filters: [{ field: "subscriptionId", value: subscription.id }],
        sort: "createdAt:desc",
        include: "amounts",
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
        label="Subscription invoices"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/invoices/${id}`}
        empty={
          <Empty title="No invoices yet">
            Counterfoil bills this subscription automatically from its start date. Activate it to start.
          </Empty>
        }
      />
    </Card>
  );
}
