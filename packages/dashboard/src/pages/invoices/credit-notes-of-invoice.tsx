import type { Invoice, ListedCreditNote } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Day } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import { creditNotesOfInvoiceQuery } from "./invoice-queries.ts";

const columns: readonly Column<ListedCreditNote>[] = [
  { name: "Number", cell: ({ number }) => number, width: "10rem" },
  { name: "Reason", cell: ({ reason }) => reason, from: "md" },
  { name: "Outcome", cell: ({ outcome }) => toWords(outcome), from: "sm", width: "8rem" },
  { name: "Issued", cell: ({ issueDate }) => <Day instant={issueDate} />, from: "md", width: "8rem" },
  {
    name: "Total",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    align: "right",
    width: "9rem",
  },
];

export function CreditNotesOfInvoice({ invoice }: { readonly invoice: Invoice }) {
  const query = useQuery(creditNotesOfInvoiceQuery(invoice.id));
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <Card title="Credit notes" flush>
      <Table
        label="Credit notes of the invoice"
        rows={fixedRows(query)}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/credit-notes/${id}`}
        empty={null}
      />
    </Card>
  );
}
