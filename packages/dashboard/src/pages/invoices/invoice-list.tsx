import type { InvoicesSummary, ListedInvoice, ListInvoicesQuery } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../../routing/address.ts";
import type { SearchAt } from "../../routing/searches.ts";
import { systemNow } from "../../format/clock.ts";
import { useMay, useOrganization } from "../../server/session.ts";
import { buttonClasses } from "../../design/button.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { toDay } from "../../format/dates.ts";
import type { Column } from "../../list/column.ts";
import type { RowNames } from "../../list/bulk-action.ts";
import { Choice, SearchBox } from "../../list/filter-bar.tsx";
import type { ChipFilter } from "../../list/filter-chips.tsx";
import { ListCard } from "../../list/list-card.tsx";
import { type CurrencyFigures, ListTotals } from "../../list/list-totals.tsx";
import type { StatusTab } from "../../list/status-tabs.tsx";
import { SubscriptionName } from "../../named/subscription-name.tsx";
import { asked } from "../../server/asked.ts";
import { INVOICE_ACTIONS } from "./bulk-invoice-actions.tsx";
import { usePages } from "../../list/use-pages.ts";
import { invoiceColumns } from "../../named/invoice-columns.tsx";
import { AccountChoice } from "../../named/account-field.tsx";
import { AccountName } from "../../named/account-name.tsx";
import { accountFields } from "../../list/file-fields.ts";
import { PhoneNote } from "../../list/phone-note.tsx";

const STATES = [
  ["draft", "Drafts"],
  ["owed", "Unpaid"],
  ["issued", "Open"],
  ["overdue", "Overdue"],
  ["paid", "Paid"],
  ["void", "Void"],
  ["uncollectible", "Uncollectible"],
] as const;
const DUE = [
  ["before", "Due before today"],
  ["after", "Due today or later"],
] as const;

const FILTERS: readonly ChipFilter[] = [
  { name: "q", label: "Number" },
  { name: "status", label: "Status", show: (value) => STATES.find(([status]) => status === value)?.[1] },
  { name: "account", label: "Account", show: (id) => <AccountName id={id} /> },
  { name: "subscription", label: "Subscription", show: (id) => <SubscriptionName id={id} /> },
  { name: "due", label: "Due date", show: (value) => DUE.find(([due]) => due === value)?.[1] },
];

const { number, status, period, created, issued, due, currency, total, open } = invoiceColumns;
const account: Column<ListedInvoice> = {
  name: "Account",
  cell: ({ accountId }) => <AccountName id={accountId} />,
  fields: accountFields(({ accountId }) => accountId),
  from: "sm",
};
/** On phones the account is below the number, because there is no room for its column next to a long total. */
const numberAndAccount: Column<ListedInvoice> = {
  ...number,
  cell: (invoice) => (
    <>
      {number.cell(invoice)}
      <PhoneNote>
        <AccountName id={invoice.accountId} />
      </PhoneNote>
    </>
  ),
};
const columns = [numberAndAccount, status, account, period, created, issued, due, currency, total, open];

const NAMES: RowNames<ListedInvoice> = {
  noun: "invoice",
  nameOf: ({ number, id }) => number ?? id,
  to: ({ id }) => `/invoices/${id}`,
};

export function InvoiceList() {
  const [search] = useAddress("/invoices");
  const mayBill = useMay("billing");
  const { timezone } = useOrganization();
  const query = toQuery(search, toDay(systemNow(), timezone));
  const rows = usePages({
    list: (api, where) => api.invoices.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  const { filters = [] } = query;
  const summary = useQuery({
    ...asked((api, signal) => api.summaries.summarizeInvoices({ filters }, { signal })),
    placeholderData: keepPreviousData,
  }).data;
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
      <ListCard
        list="invoices"
        label="Invoices"
        rows={rows}
        columns={columns}
        matching={summary?.count}
        tabs={tabsOf(summary)}
        controls={
          <>
            <SearchBox label="Search by number" />
            <AccountChoice />
            <Choice label="Due" name="due" all="Any due date" options={DUE} />
          </>
        }
        filters={FILTERS}
        totals={<ListTotals noun="invoice" figures={summary?.totals.map(figuresOf)} />}
        names={NAMES}
        actions={mayBill ? INVOICE_ACTIONS : []}
        empty={
          <Empty
            title="No invoices"
            request={`curl -H "Authorization: Bearer $COUNTERFOIL_KEY" ${window.location.origin}/invoices`}
          >
            Counterfoil invoices active subscriptions automatically. Create an invoice for anything else, or clear some
            filters.
          </Empty>
        }
      />
    </Page>
  );
}

function tabsOf(summary: InvoicesSummary | undefined): readonly StatusTab[] {
  const counts = new Map(summary?.statuses.map(({ status, count }) => [status, count]));
  const sum = (statuses: readonly string[]) =>
    summary && statuses.reduce((total, status) => total + (counts.get(status) ?? 0), 0);
  return [
    ["", "All", sum([...counts.keys()])],
    ...STATES.map(
      ([status, name]) => [status, name, sum(status === "owed" ? ["issued", "overdue"] : [status])] as const,
    ),
  ];
}

function figuresOf({ currency, count, total, amountDue }: InvoicesSummary["totals"][number]): CurrencyFigures {
  return {
    currency,
    count,
    amounts: [
      ["Total", total],
      ["Amount due", amountDue],
    ],
  };
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
  return { filters, sort: sort as NonNullable<ListInvoicesQuery["sort"]>, include: "amounts" };
}
