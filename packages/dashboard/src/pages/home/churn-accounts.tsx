import type { ChurnAccount } from "@counterfoil/sdk";
import { useAddress } from "../../routing/address.ts";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { formatMoney } from "../../format/amount.ts";
import { count } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { accountFields } from "../../list/file-fields.ts";
import { Choice, DayRange, FilterBar } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { Total, TotalsBar } from "../../list/totals.tsx";
import { useWalk } from "../../list/use-walk.ts";
import { AccountName } from "../../named/account-name.tsx";
import { CurrencyChoice } from "./currency-choice.tsx";

const columns: readonly Column<ChurnAccount>[] = [
  {
    name: "Account",
    cell: ({ accountId }) => <AccountName id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
  },
  {
    name: "Result",
    cell: ({ isLost }) => (isLost ? <Badge tone="bad">Lost</Badge> : <Badge tone="good">Retained</Badge>),
    text: ({ isLost }) => (isLost ? "lost" : "retained"),
    width: "8rem",
  },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "6rem", from: "xl" },
  ...(["opening", "retained", "kept"] as const).map((member): Column<ChurnAccount> => ({
    name: { opening: "Opening MRR", retained: "Retained MRR", kept: "Excluding expansion" }[member],
    cell: (account) => <Money amount={account[member]} currency={account.currency} />,
    text: (account) => account[member],
    align: "right",
    width: "10rem",
    ...(member !== "opening" && { from: "md" as const }),
  })),
];

/** The accounts behind the churn and the retention of a period. */
export function ChurnAccounts() {
  const [{ from, to, currency, lost }] = useAddress("/insights/churn/accounts");
  const query = { from, to, currency, lost: lost === "true" ? ("true" as const) : undefined };
  const rows = useWalk({
    list: (api, where) => api.insights.listChurnAccounts({ ...query, ...where }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  return (
    <Page
      title="Churn and retention by account"
      note="Accounts with recurring revenue at the start of the period, and their MRR at its end."
      trail={[
        ["/", "Home"],
        ["/insights/churn", "Churn and retention"],
      ]}
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="churn-accounts" rows={rows} columns={columns} />}>
          <Choice label="Accounts" name="lost" all="All accounts" options={[["true", "Lost only"]]} />
          <CurrencyChoice />
          <DayRange />
        </FilterBar>
        <TotalsBar isLoading={rows.first === undefined && rows.error === null}>
          {(rows.first?.totals ?? []).map((total) => (
            <Total
              key={total.currency}
              note={`${count(total.count, "account")}, ${total.lost.toLocaleString()} lost`}
              name="Retained MRR"
            >
              {formatMoney(total.retained, total.currency)} of {formatMoney(total.opening, total.currency)}
            </Total>
          ))}
        </TotalsBar>
        <Table
          label="Churn and retention by account"
          rows={rows}
          columns={columns}
          rowKey={({ accountId, currency: one }) => `${accountId} ${one}`}
          to={({ accountId }) => `/accounts/${accountId}`}
          empty={
            <Empty title="No accounts">
              No account had recurring revenue at the start of the period. Choose an earlier period or clear some
              filters.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}
