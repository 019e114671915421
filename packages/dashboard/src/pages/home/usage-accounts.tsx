import type { UsageByAccountEntry } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { pageAt } from "../../routing/page-at.ts";
import { useAddress } from "../../routing/address.ts";
import { Card } from "../../design/card.tsx";
import { Quantity } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Nothing } from "../../design/when.tsx";
import { count } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { accountFields } from "../../list/file-fields.ts";
import { Choice, DayRange, FilterBar } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { Total, TotalsBar } from "../../list/totals.tsx";
import { useWalk } from "../../list/use-walk.ts";
import { AccountName } from "../../named/account-name.tsx";
import { metricsQuery } from "../../named/metrics.ts";

const columns: readonly Column<UsageByAccountEntry>[] = [
  {
    name: "Account",
    cell: ({ accountId }) => <AccountName id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
  },
  {
    name: "Events",
    cell: ({ eventCount }) => <span className="figures">{eventCount.toLocaleString()}</span>,
    text: ({ eventCount }) => String(eventCount),
    align: "right",
    width: "9rem",
    from: "sm",
  },
  {
    name: "Quantity",
    cell: ({ quantity }) => (quantity === null ? <Nothing /> : <Quantity quantity={quantity} />),
    text: ({ quantity }) => quantity,
    align: "right",
    width: "12rem",
  },
];

/** The accounts behind the usage of a metric. */
export function UsageAccounts() {
  const [{ metric, from, to }] = useAddress("/insights/usage");
  const metrics = useQuery(metricsQuery).data ?? [];
  const metricId = metric ?? metrics[0]?.id ?? "";
  const rows = useWalk({
    list: (api, where) => api.insights.listUsageByAccount({ metricId, from, to, ...where }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
    enabled: metricId !== "",
  });
  const total = rows.first?.total;
  return (
    <Page title="Usage by account" note="Usage of one metric in the period, largest first." trail={[["/", "Home"]]}>
      <Card flush>
        <FilterBar actions={<ExportButton name="usage-by-account" rows={rows} columns={columns} />}>
          <Choice label="Metric" name="metric" options={metrics.map(({ id, name }) => [id, name] as const)} />
          <DayRange />
        </FilterBar>
        <TotalsBar isLoading={rows.first === undefined && rows.error === null}>
          {total !== undefined && total !== null && (
            <Total
              note={`${count(total.accounts, "account")}, ${count(total.eventCount, "event")}`}
              name={total.quantity === null ? "Measured per account" : "All accounts"}
            >
              {total.quantity !== null && <Quantity quantity={total.quantity} />}
            </Total>
          )}
        </TotalsBar>
        <Table
          label="Usage by account"
          rows={rows}
          columns={columns}
          rowKey={({ accountId }) => accountId}
          to={({ accountId }) => pageAt("/usage", { metric: metricId, accounts: accountId, from, to })}
          empty={<Empty title="No usage in this period">Choose another metric or another period.</Empty>}
        />
      </Card>
    </Page>
  );
}
