import type { CashEntry } from "@counterfoil/sdk";
import { useAddress } from "../../routing/address.ts";
import { pageAt } from "../../routing/page-at.ts";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { DateOf } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { accountFields } from "../../list/file-fields.ts";
import { DayRange, FilterBar } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { Totals, totalsOf } from "../../list/totals.tsx";
import { useWalk } from "../../list/use-walk.ts";
import { AccountChoice } from "../../named/account-field.tsx";
import { AccountName } from "../../named/account-name.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";

const columns: readonly Column<CashEntry>[] = [
  {
    name: "Account",
    cell: ({ accountId }) => <AccountName id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
  },
  { name: "Date", cell: ({ day }) => <DateOf date={day} />, text: ({ day }) => day, width: "8.5rem" },
  { name: "Effect", cell: ({ kind }) => toWords(kind), text: ({ kind }) => kind, width: "12rem", from: "md" },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "6rem", from: "xl" },
  {
    name: "Amount",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    text: ({ amount }) => amount,
    align: "right",
    width: "9rem",
  },
];

/** The journal entries behind the collected cash of a period. They sum to the figure on the home page. */
export function CashEntries() {
  const [{ from, to, currency, accountId }] = useAddress("/insights/cash-collected");
  const query = { from, to, currency, accountId };
  const rows = useWalk({
    list: (api, where) => api.insights.listCashEntries({ ...query, ...where }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  return (
    <Page title="Cash collected" note="Payments and refunds from the journal, by day." trail={[["/", "Home"]]}>
      <Card flush>
        <FilterBar actions={<ExportButton name="cash-collected" rows={rows} columns={columns} />}>
          <CurrencyChoice />
          <AccountChoice name="accountId" />
          <DayRange />
        </FilterBar>
        <Totals noun="entry" nouns="entries" name="Cash collected" totals={totalsOf(rows)} />
        <Table
          label="Cash collected"
          rows={rows}
          columns={columns}
          rowKey={({ entryId }) => entryId}
          to={({ objectId, invoiceId, accountId: account }) =>
            invoiceId === null ? pageAt("/journal", { object: objectId, account }) : `/invoices/${invoiceId}`
          }
          empty={
            <Empty title="No payments or refunds">
              Counterfoil lists money that was received or given back on these days. Widen the date range or clear some
              filters.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}
