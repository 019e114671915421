import type { Invoice, InvoiceLine } from "@counterfoil/sdk";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";

/** Exports the lines of an invoice: what the page shows of each, and its IDs. */
export function ExportLines({ invoice: { id, number, currency, lineItems } }: { readonly invoice: Invoice }) {
  const rows = fixedRows({ data: lineItems, isPending: false, error: null, refetch: () => undefined });
  return <ExportButton name={`lines-${number ?? id}`} rows={rows} columns={columnsIn(currency)} />;
}

function columnsIn(currency: string): readonly Column<InvoiceLine>[] {
  const column = (name: string, text: (line: InvoiceLine) => string | null): Column<InvoiceLine> => ({
    name,
    cell: text,
    text,
  });
  return [
    column("Line", ({ id }) => id),
    column("Group", ({ groupName }) => groupName),
    column("Description", ({ description }) => description),
    column("Kind", ({ kind }) => kind),
    column("Service period start", ({ servicePeriod }) => servicePeriod.start),
    column("Service period end", ({ servicePeriod }) => servicePeriod.end),
    column("Quantity", ({ quantity }) => quantity),
    column("Unit", ({ unitLabel }) => unitLabel),
    column("Unit price", ({ unitPrice }) => unitPrice),
    column("Amount", ({ totalPrice }) => totalPrice),
    column("Currency", () => currency),
  ];
}
