import type { AgeingItemBandBand, OwedInvoice } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "../../routing/address.ts";
import { asked } from "../../server/asked.ts";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { DateOf } from "../../design/when.tsx";
import { count } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, DayChoice, FilterBar } from "../../list/filter-bar.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Totals } from "../../list/totals.tsx";
import { Table } from "../../list/table.tsx";
import { AccountChoice } from "../../named/account-field.tsx";
import { AccountLink } from "../../named/account-name.tsx";
import { BANDS } from "./ageing-bands.ts";
import { CurrencyChoice } from "./currency-choice.tsx";
import { accountFields } from "../../list/file-fields.ts";

const columns: readonly Column<OwedInvoice>[] = [
  { name: "Invoice", cell: ({ number }) => number, text: ({ number }) => number, width: "10rem" },
  {
    name: "Account",
    cell: ({ accountId }) => <AccountLink id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
    from: "sm",
  },
  { name: "Due", cell: ({ dueOn }) => <DateOf date={dueOn} />, text: ({ dueOn }) => dueOn, width: "8rem", from: "md" },
  {
    name: "Age",
    cell: ({ daysOverdue }) =>
      daysOverdue > 0 ? (
        <Badge tone={daysOverdue > 60 ? "bad" : "warn"}>{count(daysOverdue, "day")}</Badge>
      ) : (
        <Badge>Not due</Badge>
      ),
    text: ({ daysOverdue }) => String(daysOverdue),
    width: "7rem",
  },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "6rem", from: "xl" },
  {
    name: "Amount due",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    text: ({ amount }) => amount,
    align: "right",
    width: "9rem",
  },
];

const BAND_NAMES = Object.keys(BANDS) as AgeingItemBandBand[];

/** The invoices behind the amount due at the end of a day. */
export function OwedList() {
  const [{ at, currency, accountId, band }] = useAddress("/insights/ageing");
  const query = { at, currency, accountId, band: BAND_NAMES.find((one) => one === band), limit: 100 };
  // The list contains only unpaid invoices, so the page loads all of them and sorts them.
  const owed = useQuery({
    ...asked((api, signal) => api.insights.listOwedInvoices(query, { signal }).all()),
  });
  const { data: first } = useQuery({
    ...asked((api, signal) => api.insights.listOwedInvoices({ ...query, limit: 1 }, { signal })),
  });
  const rows = fixedRows({
    ...owed,
    data: owed.data?.toSorted((one, other) => other.daysOverdue - one.daysOverdue),
  });
  return (
    <Page
      title="Unpaid invoices by age"
      note="Amounts due at the end of a day, longest overdue first."
      trail={[["/", "Home"]]}
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="unpaid-invoices" rows={rows} columns={columns} />}>
          <Choice
            label="Age"
            name="band"
            all="All ages"
            options={BAND_NAMES.map((key) => [key, BANDS[key].name] as const)}
          />
          <CurrencyChoice />
          <AccountChoice name="accountId" />
          <DayChoice label="As of" name="at" />
        </FilterBar>
        <Totals noun="invoice" name="Amount due" totals={owed.error === null ? first?.totals : null} />
        <Table
          label="Unpaid invoices"
          rows={rows}
          columns={columns}
          rowKey={({ invoiceId }) => invoiceId}
          to={({ invoiceId }) => `/invoices/${invoiceId}`}
          empty={
            <Empty title="No unpaid invoices">
              Every invoice issued by this date was paid, voided, or marked uncollectible.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}
