import type { Account, ListedInvoice } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../server/client.ts";
import { useMay } from "../../server/session.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { invoiceColumns } from "../../named/invoice-columns.tsx";
import { accountQueries } from "./account-queries.ts";
import { AccountPayments } from "./account-payments.tsx";
import { DocumentButton } from "./document-button.tsx";
import { PaymentLinkDialog } from "./payment-link-dialog.tsx";

const { number, status, period, due, total, open } = invoiceColumns;
const UNPAID = /^(issued|overdue)$/;

/** The account's invoices and contracts, with their PDFs. */
export function AccountInvoices({ account }: { readonly account: Account }) {
  const mayBill = useMay("billing");
  const [linked, setLinked] = useState<ListedInvoice | null>(null);
  const subscriptions = useQuery(accountQueries.subscriptions(account.id)).data ?? [];
  const rows = usePages({
    list: (api, where) =>
      api.invoices.list({
        filters: [{ field: "accountId", value: account.id }],
        sort: "createdAt:desc",
        include: "amounts",
        ...where,
      }),
    items: ({ items }) => items,
  });
  const columns: readonly Column<ListedInvoice>[] = [
    number,
    status,
    period,
    due,
    total,
    open,
    {
      name: "Documents",
      align: "right",
      width: mayBill ? "9.75rem" : "6rem",
      from: "sm",
      cell: (invoice) => (
        <span className="inline-flex items-center gap-1">
          {mayBill && UNPAID.test(invoice.status) && (
            <Button className="h-8 px-2" kind="quiet" onClick={() => setLinked(invoice)}>
              Payment link
            </Button>
          )}
          <DocumentButton
            label={`PDF of ${invoice.number ?? "the draft"}`}
            file={`${invoice.number ?? invoice.id}.pdf`}
            read={() => client.invoices.getPdf(invoice.id)}
          />
        </span>
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      <Card
        flush
        title="Invoices"
        actions={<ExportButton name={`invoices-${account.name}`} rows={rows} columns={columns} />}
      >
        <Table
          label="Account invoices"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/invoices/${id}`}
          empty={
            <Empty title="No invoices yet">
              Counterfoil creates invoices when a billing period starts or ends. You can also create one yourself.
            </Empty>
          }
        />
      </Card>
      <AccountPayments account={account} />
      {subscriptions.length > 0 && (
        <Card title="Contracts" note="The signed contract, the open quote, or the current terms.">
          <ul>
            {subscriptions.map(({ id, name, status }) => (
              <li key={id} className="flex items-center gap-3 border-b border-line py-1 text-sm last:border-0">
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <StatusBadge status={status} />
                <DocumentButton
                  label={`PDF of ${name}`}
                  file={`${name}.pdf`}
                  read={() => client.subscriptions.getPdf(id)}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {linked !== null && <PaymentLinkDialog invoice={linked} onClose={() => setLinked(null)} />}
    </div>
  );
}
