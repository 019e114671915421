import type { ListPaymentsQuery, Payment, PaymentsSummary } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "../../routing/address.ts";
import type { SearchAt } from "../../routing/searches.ts";
import { StatusBadge } from "../../design/badge.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { DateOf, Nothing } from "../../design/when.tsx";
import { isZero } from "../../format/amount.ts";
import { toWords } from "../../format/words.ts";
import { toDay } from "../../format/dates.ts";
import type { Column } from "../../list/column.ts";
import type { RowNames } from "../../list/bulk-action.ts";
import { Choice, SearchBox } from "../../list/filter-bar.tsx";
import type { ChipFilter } from "../../list/filter-chips.tsx";
import { ListCard } from "../../list/list-card.tsx";
import { type CurrencyFigures, ListTotals } from "../../list/list-totals.tsx";
import type { StatusTab } from "../../list/status-tabs.tsx";
import { asked } from "../../server/asked.ts";
import { usePages } from "../../list/use-pages.ts";
import { AccountChoice } from "../../named/account-field.tsx";
import { AccountName } from "../../named/account-name.tsx";
import { accountFields } from "../../list/file-fields.ts";

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
    fields: [
      { name: "Payment ID", text: ({ id }) => id },
      { name: "Invoice ID", text: ({ invoiceId }) => invoiceId },
      { name: "Date", text: ({ date, createdAt }, { timezone }) => date ?? toDay(createdAt, timezone) },
    ],
    width: "8rem",
    sort: "createdAt",
  },
  {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "8.5rem",
    from: "sm",
    sort: "status",
  },
  {
    name: "Account",
    cell: ({ accountId }) => <AccountName id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
  },
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
    sort: "method",
  },
  {
    name: "Reference",
    cell: ({ externalId, providerPaymentId }) => externalId ?? providerPaymentId ?? <Nothing />,
    text: ({ externalId, providerPaymentId }) => externalId ?? providerPaymentId,
    from: "2xl",
    sort: "externalId",
  },
  {
    name: "Refunded",
    cell: ({ refundedAmount, currency }) =>
      isZero(refundedAmount) ? <Nothing /> : <Money amount={refundedAmount} currency={currency} />,
    fields: [
      { name: "Receipt", text: ({ receiptNumber }) => receiptNumber },
      { name: "Refunded", text: ({ refundedAmount }) => refundedAmount },
    ],
    align: "right",
    width: "8rem",
    from: "lg",
    sort: "refundedAmount",
  },
  {
    name: "Currency",
    cell: ({ currency }) => currency,
    text: ({ currency }) => currency,
    width: "5.5rem",
    from: "2xl",
    sort: "currency",
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

const FILTERS: readonly ChipFilter[] = [
  { name: "q", label: "Reference" },
  { name: "status", label: "Status", show: toWords },
  { name: "account", label: "Account", show: (id) => <AccountName id={id} /> },
  { name: "method", label: "Method", show: toWords },
];

const NAMES: RowNames<Payment> = {
  noun: "payment",
  nameOf: ({ externalId, receiptNumber, id }) => receiptNumber ?? externalId ?? id,
  to: ({ id }) => `/payments/${id}`,
};

function tabsOf(summary: PaymentsSummary | undefined): readonly StatusTab[] {
  const countOf = (status: string) => summary?.statuses.find((one) => one.status === status)?.count;
  return [
    ["", "All", summary?.statuses.reduce((total, { count }) => total + count, 0)],
    ...STATES.map((status) => [status, toWords(status), countOf(status)] as const),
  ];
}

function figuresOf({ currency, count, amount, refundedAmount }: PaymentsSummary["totals"][number]): CurrencyFigures {
  return {
    currency,
    count,
    amounts: [
      ["Refunded", refundedAmount],
      ["Amount", amount],
    ],
  };
}

export function PaymentList() {
  const [search] = useAddress("/payments");
  const query = toQuery(search);
  const { filters = [] } = query;
  const summary = useQuery({
    ...asked((api, signal) => api.summaries.summarizePayments({ filters }, { signal })),
    placeholderData: keepPreviousData,
  }).data;
  const rows = usePages({
    list: (api, where) => api.payments.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Page title="Payments">
      <ListCard
        list="payments"
        label="Payments"
        rows={rows}
        columns={columns}
        matching={summary?.count}
        tabs={tabsOf(summary)}
        controls={
          <>
            <SearchBox label="Search by reference" />
            <AccountChoice />
            <Choice
              label="Method"
              name="method"
              all="All methods"
              options={METHODS.map((one) => [one, toWords(one)] as const)}
            />
          </>
        }
        filters={FILTERS}
        totals={<ListTotals noun="payment" figures={summary?.totals.map(figuresOf)} />}
        names={NAMES}
        actions={[]}
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
