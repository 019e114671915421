import type { ListPaymentsQuery, Payment } from "@counterfoil/sdk";
import { useAddress } from "../../routing/address.ts";
import type { SearchAt } from "../../routing/searches.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { DateOf, Nothing } from "../../design/when.tsx";
import { isZero } from "../../format/amount.ts";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { AccountChoice } from "../../named/account-field.tsx";
import { AccountName } from "../../named/account-name.tsx";

const STATES = ["pending", "requires_action", "processing", "succeeded", "failed", "canceled"];
const METHODS = ["bank_transfer", "card", "direct_debit", "check", "cash", "other"];

const columns: readonly Column<Payment>[] = [
  {
    name: "Date",
    cell: ({ date, createdAt, status }) => (
      <>
        <DateOf date={date ?? createdAt} />
        <span className="mt-1 block sm:hidden">
          <StatusBadge status={status} />
        </span>
      </>
    ),
    text: ({ date, createdAt }) => date ?? createdAt,
    width: "8rem",
    sort: "createdAt",
  },
  {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "8.5rem",
    from: "sm",
  },
  { name: "Account", cell: ({ accountId }) => <AccountName id={accountId} />, text: ({ accountId }) => accountId },
  {
    name: "Method",
    cell: ({ method, provider }) => (
      <>
        {toWords(method)} {provider !== "manual" && <span className="text-muted">by {toWords(provider)}</span>}
      </>
    ),
    text: ({ method }) => method,
    from: "md",
    width: "9.5rem",
  },
  {
    name: "Reference",
    cell: ({ externalId, providerPaymentId }) => externalId ?? providerPaymentId ?? <Nothing />,
    text: ({ externalId, providerPaymentId }) => externalId ?? providerPaymentId,
    from: "2xl",
  },
  {
    name: "Refunded",
    cell: ({ refundedAmount, currency }) =>
      isZero(refundedAmount) ? <Nothing /> : <Money amount={refundedAmount} currency={currency} />,
    text: ({ refundedAmount }) => refundedAmount,
    align: "right",
    width: "8rem",
    from: "lg",
  },
  {
    name: "Currency",
    cell: ({ currency }) => currency,
    text: ({ currency }) => currency,
    width: "5.5rem",
    from: "2xl",
  },
  {
    name: "Amount",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    text: ({ amount }) => amount,
    align: "right",
    width: "10rem",
    sort: "amount",
  },
];

export function PaymentList() {
  const [search] = useAddress("/payments");
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.payments.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Page title="Payments">
      <Card flush>
        <FilterBar actions={<ExportButton name="payments" rows={rows} columns={columns} />}>
          <SearchBox label="Search by reference" />
          <AccountChoice />
          <Choice
            label="Status"
            name="status"
            all="All statuses"
            options={STATES.map((one) => [one, toWords(one)] as const)}
          />
          <Choice
            label="Method"
            name="method"
            all="All methods"
            options={METHODS.map((one) => [one, toWords(one)] as const)}
          />
        </FilterBar>
        <Table
          label="Payments"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/payments/${id}`}
          empty={
            <Empty
              title="No payments"
              request={`curl -X POST ${window.location.origin}/invoices/$INVOICE/payments -H "Authorization: Bearer $COUNTERFOIL_KEY" \\\n  -H "Content-Type: application/json" -d '{"amount": "100.00", "method": "bank_transfer"}'`}
            >
              Record bank transfers on the invoice they pay. Payments through a payment provider appear here
              automatically.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}

type Filter = NonNullable<ListPaymentsQuery["filters"]>[number];

function toQuery({ q, account, status, method, sort = "createdAt:desc" }: SearchAt<"/payments">): ListPaymentsQuery {
  const filters: Filter[] = [];
  if (q !== undefined) filters.push({ field: "externalId", operator: "contains", value: q });
  if (account !== undefined) filters.push({ field: "accountId", value: account });
  if (status !== undefined) filters.push({ field: "status", value: status });
  if (method !== undefined) filters.push({ field: "method", value: method });
  return { filters, sort: sort as NonNullable<ListPaymentsQuery["sort"]> };
}
