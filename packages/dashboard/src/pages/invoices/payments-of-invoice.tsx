import type { Invoice, Payment } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../design/card.tsx";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import { StatusBadge } from "../../design/badge.tsx";
import { Money } from "../../design/money.tsx";
import { DateOf, Nothing } from "../../design/when.tsx";
import { isZero } from "../../format/amount.ts";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { paymentsOfInvoiceQuery } from "./invoice-queries.ts";

const columns: readonly Column<Payment>[] = [
  {
    name: "Date",
    cell: ({ date, createdAt }) => <DateOf date={date ?? createdAt} />,
    text: ({ date }) => date,
  },
  { name: "Method", cell: ({ method }) => toWords(method), text: ({ method }) => method },
  { name: "Status", cell: ({ status }) => <StatusBadge status={status} />, text: ({ status }) => status, from: "sm" },
  {
    name: "Refunded",
    cell: ({ refundedAmount, currency }) =>
      isZero(refundedAmount) ? <Nothing /> : <Money amount={refundedAmount} currency={currency} />,
    text: ({ refundedAmount }) => refundedAmount,
    align: "right",
    from: "md",
  },
  {
    name: "Amount",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    text: ({ amount }) => amount,
    align: "right",
  },
];

export function PaymentsOfInvoice({ invoice }: { readonly invoice: Invoice }) {
  const query = useQuery(paymentsOfInvoiceQuery(invoice.id));
  const rows = fixedRows(query);
  if (invoice.status === "draft") return null;
  return (
    <Card
      title="Payments"
      flush
      actions={<ExportButton name={`payments-${invoice.number ?? invoice.id}`} rows={rows} columns={columns} />}
    >
      <Table
        label="Invoice payments"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/payments/${id}`}
        empty={<p className="border-t border-line px-4 py-4 text-sm text-muted">No payments yet</p>}
      />
    </Card>
  );
}
