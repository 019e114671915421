import type { RevenueLine } from "@counterfoil/sdk";
import { pageAt } from "../../routing/page-at.ts";
import { useAddress } from "../../routing/address.ts";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, DayRange, FilterBar } from "../../list/filter-bar.tsx";
import { Totals, totalsOf } from "../../list/totals.tsx";
import { Table } from "../../list/table.tsx";
import { useWalk } from "../../list/use-walk.ts";
import { AccountChoice } from "../../named/account-field.tsx";
import { AccountLink, AccountName } from "../../named/account-name.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";
import { accountFields } from "../../list/file-fields.ts";
import { PhoneNote } from "../../list/phone-note.tsx";

const columns: readonly Column<RevenueLine>[] = [
  {
    name: "Line",
    cell: ({ description, accountId }) => (
      <>
        {description}
        <PhoneNote>
          <AccountName id={accountId} />
        </PhoneNote>
      </>
    ),
    fields: [
      { name: "Invoice ID", text: ({ invoiceId }) => invoiceId },
      { name: "Line ID", text: ({ lineId }) => lineId },
      { name: "Line", text: ({ description }) => description },
    ],
  },
  {
    name: "Account",
    cell: ({ accountId }) => <AccountLink id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
    from: "md",
  },
  { name: "Kind", cell: ({ kind }) => toWords(kind), text: ({ kind }) => kind, width: "8rem", from: "lg" },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "6rem", from: "xl" },
  {
    name: "Revenue",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    text: ({ amount }) => amount,
    align: "right",
    width: "9rem",
  },
];

/** The invoice lines behind the net revenue of a period. */
export function RevenueLines() {
  const [{ from, to, currency, accountId, usage }] = useAddress("/insights/net-revenue");
  const query = { from, to, currency, accountId, usage: usage === "true" ? ("true" as const) : undefined };
  const rows = useWalk({
    list: (api, where) => api.insights.listRevenueLines({ ...query, ...where }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  return (
    <Page
      title="Net revenue by line"
      note="Revenue recognized by day over the service period of each line, minus credit notes and voided invoices."
      trail={[["/", "Home"]]}
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="net-revenue" rows={rows} columns={columns} />}>
          <Choice label="Lines" name="usage" all="All lines" options={[["true", "Usage only"]]} />
          <CurrencyChoice />
          <AccountChoice name="accountId" />
          <DayRange />
        </FilterBar>
        <Totals noun="line" name="Net revenue" totals={totalsOf(rows)} />
        <Table
          label="Net revenue by line"
          rows={rows}
          columns={columns}
          rowKey={({ lineId }) => lineId}
          to={({ invoiceId, lineId }) => pageAt("/invoices/$invoiceId", { line: lineId }, { invoiceId })}
          empty={
            <Empty title="No revenue recognized">
              Counterfoil recognizes revenue daily over the service period of each line. Widen the date range or clear
              some filters.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}
