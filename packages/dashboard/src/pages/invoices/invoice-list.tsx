import type { ListedInvoice, ListInvoicesQuery } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../../routing/address.ts";
import type { SearchAt } from "../../routing/searches.ts";
import { systemNow } from "../../format/clock.ts";
import { useMay, useOrganization } from "../../server/session.ts";
import { buttonClasses } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { toDay } from "../../format/dates.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { invoiceColumns } from "../../named/invoice-columns.tsx";
import { AccountChoice } from "../../named/account-field.tsx";
import { AccountName } from "../../named/account-name.tsx";

const STATES = [
  ["draft", "Drafts"],
  ["owed", "Unpaid"],
  ["issued", "Open"],
  ["overdue", "Overdue"],
  ["paid", "Paid"],
  ["void", "Void"],
  ["uncollectible", "Uncollectible"],
] as const;

const { number, status, period, created, due, currency, total, open } = invoiceColumns;
const account: Column<ListedInvoice> = {
  name: "Account",
  cell: ({ accountId }) => <AccountName id={accountId} />,
  text: ({ accountId }) => accountId,
  from: "sm",
};
/** On phones with its account below: beside a long total there is no room for a column of it. */
const numberAndAccount: Column<ListedInvoice> = {
  ...number,
  cell: (invoice) => (
    <>
      {number.cell(invoice)}
      <span className="mt-1 block text-xs font-normal text-muted sm:hidden">
        <AccountName id={invoice.accountId} />
      </span>
    </>
  ),
};
const columns = [numberAndAccount, status, account, period, created, due, currency, total, open];

export function InvoiceList() {
  const [search] = useAddress("/invoices");
  const mayBill = useMay("billing");
  const { timezone } = useOrganization();
  const query = toQuery(search, toDay(systemNow(), timezone));
  const rows = usePages({
    list: (api, where) => api.invoices.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Page
      title="Invoices"
      actions={
        mayBill && (
          <Link to="/invoices/new" className={buttonClasses("primary")}>
            New invoice
          </Link>
        )
      }
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="invoices" rows={rows} columns={columns} />}>
          <SearchBox label="Search by number" />
          <AccountChoice />
          <Choice label="Status" name="status" all="All statuses" options={STATES} />
          <Choice
            label="Due"
            name="due"
            all="Any due date"
            options={[
              ["before", "Due before today"],
              ["after", "Due today or later"],
            ]}
          />
        </FilterBar>
        <Table
          label="Invoices"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/invoices/${id}`}
          empty={
            <Empty
              title="No invoices"
              request={`curl -H "Authorization: Bearer $COUNTERFOIL_KEY" ${window.location.origin}/invoices`}
            >
              Counterfoil invoices active subscriptions automatically. Create an invoice for anything else, or clear
              some filters.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}

type Filter = NonNullable<ListInvoicesQuery["filters"]>[number];

function toQuery(
  { q, status, account, subscription, due, sort = "createdAt:desc" }: SearchAt<"/invoices">,
  today: string,
): ListInvoicesQuery {
  const filters: Filter[] = [];
  if (q !== undefined) filters.push({ field: "number", operator: "contains", value: q });
  if (status === "owed") filters.push({ field: "status", operator: "in", value: ["issued", "overdue"] });
  else if (status !== undefined) filters.push({ field: "status", value: status });
  if (account !== undefined) filters.push({ field: "accountId", value: account });
  if (subscription !== undefined) filters.push({ field: "subscriptionId", value: subscription });
  if (due !== undefined) filters.push({ field: "dueDate", operator: due === "before" ? "lt" : "gte", value: today });
  return { filters, sort: sort as NonNullable<ListInvoicesQuery["sort"]> };
}
