import type { ListCreditNotesQuery, ListedCreditNote } from "@counterfoil/sdk";
import { useAddress } from "../../../routing/address.ts";
import type { SearchAt } from "../../../routing/searches.ts";
import { useMay } from "../../../server/session.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Money } from "../../../design/money.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty } from "../../../design/states.tsx";
import { Day } from "../../../design/when.tsx";
import { toWords } from "../../../format/words.ts";
import { toDay } from "../../../format/dates.ts";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../../list/filter-bar.tsx";
import { Table } from "../../../list/table.tsx";
import { usePages } from "../../../list/use-pages.ts";
import { AccountChoice } from "../../../named/account-field.tsx";
import { AccountName } from "../../../named/account-name.tsx";
import { InvoiceToCredit } from "./invoice-to-credit.tsx";
import { accountFields } from "../../../list/file-fields.ts";

const columns: readonly Column<ListedCreditNote>[] = [
  {
    name: "Number",
    cell: ({ number }) => number,
    fields: [
      { name: "Credit note ID", text: ({ id }) => id },
      { name: "Number", text: ({ number }) => number },
    ],
    sort: "number",
    width: "10rem",
  },
  {
    name: "Account",
    cell: ({ accountId }) => <AccountName id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
  },
  {
    name: "Invoice",
    cell: ({ invoiceNumber }) => invoiceNumber,
    text: ({ invoiceNumber }) => invoiceNumber,
    width: "10rem",
    from: "md",
  },
  { name: "Reason", cell: ({ reason }) => reason, text: ({ reason }) => reason, from: "2xl" },
  {
    name: "Applied as",
    cell: ({ outcome }) => toWords(outcome),
    text: ({ outcome }) => outcome,
    width: "8.5rem",
    from: "lg",
  },
  {
    name: "Issued",
    cell: ({ issueDate, timezone }) => <Day instant={issueDate} timezone={timezone} />,
    text: ({ issueDate, timezone }) => toDay(issueDate, timezone),
    width: "8rem",
    from: "md",
    sort: "issueDate",
  },
  {
    name: "Currency",
    cell: ({ currency }) => currency,
    text: ({ currency }) => currency,
    width: "5.5rem",
    from: "2xl",
  },
  {
    name: "Total",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    fields: [
      { name: "Subtotal", text: ({ subtotal }) => subtotal },
      { name: "Tax", text: ({ tax }) => tax },
      { name: "Total", text: ({ total }) => total },
      { name: "Applied to invoice", text: ({ amountApplied }) => amountApplied },
      { name: "Credited", text: ({ amountCredited }) => amountCredited },
      { name: "Refunded", text: ({ amountRefunded }) => amountRefunded },
    ],
    align: "right",
    width: "9rem",
    sort: "total",
  },
];

export function CreditNoteList() {
  const [search, change] = useAddress("/credit-notes");
  const mayBill = useMay("billing");
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.creditNotes.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  const begin = mayBill && (
    <Button kind="primary" onClick={() => change({ do: "new" })}>
      New credit note
    </Button>
  );
  return (
    <Page title="Credit notes" actions={begin}>
      <Card flush>
        <FilterBar actions={<ExportButton name="credit-notes" rows={rows} columns={columns} />}>
          <SearchBox label="Search by number" />
          <AccountChoice />
          <Choice
            label="Applied as"
            name="outcome"
            all="All types"
            options={[
              ["apply", "Reduced balance"],
              ["account_credit", "Account credit"],
              ["refund", "Refund"],
            ]}
          />
        </FilterBar>
        <Table
          label="Credit notes"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/credit-notes/${id}`}
          empty={
            <Empty
              title="No credit notes"
              request={`curl -X POST ${window.location.origin}/credit-notes -H "Authorization: Bearer $COUNTERFOIL_KEY" -H "Content-Type: application/json" \\\n  -d '{"invoiceId": "'$INVOICE'", "reason": "Not delivered", "outcome": "apply", "lines": [{"lineItemId": "'$LINE'"}]}'`}
            >
              A credit note corrects an issued invoice line by line. Choose an invoice to create one.
            </Empty>
          }
        />
      </Card>
      {search.do === "new" && mayBill && <InvoiceToCredit onClose={() => change({ do: undefined })} />}
    </Page>
  );
}

type Filter = NonNullable<ListCreditNotesQuery["filters"]>[number];

function toQuery({ q, account, outcome, sort = "createdAt:desc" }: SearchAt<"/credit-notes">): ListCreditNotesQuery {
  const filters: Filter[] = [];
  if (q !== undefined) filters.push({ field: "number", operator: "contains", value: q });
  if (account !== undefined) filters.push({ field: "accountId", value: account });
  if (outcome !== undefined) filters.push({ field: "outcome", value: outcome });
  return { filters, sort: sort as NonNullable<ListCreditNotesQuery["sort"]> };
}
