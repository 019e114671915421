import type { RecurringMovement, RecurringMovementType } from "@counterfoil/sdk";
import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { Badge, type Tone } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { DateOf } from "../../design/when.tsx";
import { formatMonth } from "../../format/dates.ts";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, DayRange, FilterBar } from "../../list/filter-bar.tsx";
import { Totals, totalsOf } from "../../list/totals.tsx";
import { Table } from "../../list/table.tsx";
import { useWalk } from "../../list/use-walk.ts";
import { AccountChoice } from "../../named/account-field.tsx";
import { AccountName } from "../../named/account-name.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";
import { MovementSheet } from "./movement-sheet.tsx";
import { accountFields } from "../../list/file-fields.ts";

const TYPES: readonly RecurringMovementType[] = ["new", "expansion", "reactivation", "contraction", "churn"];
const TONES: Readonly<Record<RecurringMovementType, Tone>> = {
  new: "good",
  expansion: "note",
  reactivation: "accent",
  contraction: "warn",
  churn: "bad",
};

const columns: readonly Column<RecurringMovement>[] = [
  {
    name: "Account",
    cell: ({ accountId }) => <AccountName id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
  },
  { name: "Date", cell: ({ day }) => <DateOf date={day} />, text: ({ day }) => day, width: "8.5rem" },
  {
    name: "Movement",
    cell: ({ type }) => <Badge tone={TONES[type]}>{toWords(type)}</Badge>,
    text: ({ type }) => type,
    width: "8rem",
    from: "sm",
  },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "6rem", from: "xl" },
  ...(["before", "after", "amount"] as const).map((member): Column<RecurringMovement> => ({
    name: member === "amount" ? "Change" : toWords(member),
    cell: (movement) => <Money amount={movement[member]} currency={movement.currency} />,
    text: (movement) => movement[member],
    align: "right",
    width: "9rem",
    ...(member !== "amount" && { from: "lg" as const }),
  })),
];

/** The movements of recurring revenue. Those of one month and type sum to the figure on the home page. */
export function MovementList() {
  const [{ month, from, to, type, currency, accountId }] = useAddress("/insights/mrr/movements");
  const [opened, setOpened] = useState<RecurringMovement | null>(null);
  const query = {
    ...(month === undefined ? { from, to } : { month }),
    type: TYPES.find((one) => one === type),
    currency,
    accountId,
  };
  const rows = useWalk({
    list: (api, where) => api.insights.listRecurringMovements({ ...query, ...where }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  return (
    <Page
      title={month === undefined ? "MRR movements" : `MRR movements in ${formatMonth(month)}`}
      note="Changes in monthly recurring revenue by account and day."
      trail={[["/", "Home"]]}
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="mrr-movements" rows={rows} columns={columns} />}>
          <Choice
            label="Movement"
            name="type"
            all="All movements"
            options={TYPES.map((one) => [one, toWords(one)] as const)}
          />
          <CurrencyChoice />
          <AccountChoice name="accountId" />
          <DayRange />
        </FilterBar>
        <Totals noun="movement" name="Change" totals={totalsOf(rows)} />
        <Table
          label="MRR movements"
          rows={rows}
          columns={columns}
          rowKey={({ day, accountId: account, type: kind, currency: one }) => `${day} ${account} ${kind} ${one}`}
          onOpen={setOpened}
          empty={
            <Empty title="No MRR movements">
              An MRR movement records when an account starts, changes, or stops its recurring spend. Widen the date
              range or clear some filters.
            </Empty>
          }
        />
      </Card>
      <MovementSheet movement={opened} onClose={() => setOpened(null)} />
    </Page>
  );
}
