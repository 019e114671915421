import type { Invoice, ListedCreditNote } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Day } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import { toDay } from "../../format/dates.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import { creditNotesOfInvoiceQuery } from "./invoice-queries.ts";

const columns: readonly Column<ListedCreditNote>[] = [
  { name: "Number", cell: ({ number }) => number, text: ({ number }) => number, width: "10rem" },
  { name: "Reason", cell: ({ reason }) => reason, text: ({ reason }) => reason, from: "md" },
  {
    name: "Applied as",
    cell: ({ outcome }) => toWords(outcome),
    text: ({ outcome }) => outcome,
    from: "sm",
    width: "8rem",
  },
  {
    name: "Issued",
    cell: ({ issueDate, timezone }) => <Day instant={issueDate} timezone={timezone} />,
    text: ({ issueDate, timezone }) => toDay(issueDate, timezone),
    from: "md",
    width: "8rem",
  },
  {
    name: "Total",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    text: ({ total }) => total,
    align: "right",
    width: "9rem",
  },
];

export function CreditNotesOfInvoice({ invoice }: { readonly invoice: Invoice }) {
  const query = useQuery(creditNotesOfInvoiceQuery(invoice.id));
  const rows = fixedRows(query);
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <Card
      title="Credit notes"
      flush
      actions={<ExportButton name={`credit-notes-${invoice.number ?? invoice.id}`} rows={rows} columns={columns} />}
    >
      <Table
        label="Invoice credit notes"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ id }) => `/credit-notes/${id}`}
        empty={null}
      />
    </Card>
  );
}
