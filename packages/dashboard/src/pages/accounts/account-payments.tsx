import type { Account, Payment } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { StatusBadge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Empty } from "../../design/states.tsx";
import { DateOf, Nothing } from "../../design/when.tsx";
import { isZero } from "../../format/amount.ts";
import { toDay } from "../../format/dates.ts";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { accountQueries } from "./account-queries.ts";

/** All payments of the account, with the invoices that they pay. */
export function AccountPayments({ account }: { readonly account: Account }) {
  const numbers = useQuery(accountQueries.invoiceNumbers(account.id)).data;
  const rows = usePages({
    list: (api, where) =>
      api.payments.list({ filters: [{ field: "accountId", value: account.id }], sort: "createdAt:desc", ...where }),
    items: ({ items }) => items,
  });
  const columns = columnsWith((id) => numbers?.get(id) ?? null);
  return (
    <Card
      flush
      title="Payments"
      actions={<ExportButton name={`payments-${account.name}`} rows={rows} columns={columns} />}
    >
      <Table
        label="Account payments"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/payments/${id}`}
        empty={<Empty title="No payments yet">Record bank transfers on the invoice that they pay.</Empty>}
      />
    </Card>
  );
}

function columnsWith(numberOf: (invoiceId: string) => string | null): readonly Column<Payment>[] {
  return [
    {
      name: "Date",
      cell: ({ date, createdAt }) => <DateOf date={date ?? createdAt} />,
      fields: [
        { name: "Payment ID", text: ({ id }) => id },
        { name: "Date", text: ({ date, createdAt }, { timezone }) => date ?? toDay(createdAt, timezone) },
      ],
      width: "8rem",
    },
    {
      name: "Status",
      cell: ({ status }) => <StatusBadge status={status} />,
      text: ({ status }) => status,
      width: "8.5rem",
    },
    {
      name: "Invoice",
      cell: ({ invoiceId }) => (
        <Link to={`/invoices/${invoiceId}`} className="truncate hover:underline">
          {numberOf(invoiceId) ?? "View invoice"}
        </Link>
      ),
      fields: [
        { name: "Invoice ID", text: ({ invoiceId }) => invoiceId },
        { name: "Invoice", text: ({ invoiceId }) => numberOf(invoiceId) },
      ],
      from: "sm",
    },
    {
      name: "Method",
      cell: ({ method }) => toWords(method),
      text: ({ method }) => method,
      width: "9.5rem",
      from: "md",
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
      name: "Amount",
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      fields: [
        { name: "Amount", text: ({ amount }) => amount },
        { name: "Currency", text: ({ currency }) => currency },
      ],
      align: "right",
      width: "10rem",
    },
  ];
}
