import { pageAt } from "../../routing/page-at.ts";
import type { ChurnItem } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Card, Figure, Figures } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Page } from "../../design/page.tsx";
import { Segments } from "../../design/segments.tsx";
import { Empty, Skeleton } from "../../design/states.tsx";
import { formatMoney, formatPercent } from "../../format/amount.ts";
import { formatDaysOfMonth } from "../../format/dates.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import { insightQueries } from "./insight-queries.ts";
import { useCurrency } from "./use-currency.ts";

const percent = (value: string | null) => (value === null ? "–" : formatPercent(value));

const columns: readonly Column<ChurnItem>[] = [
  { name: "Month", cell: ({ from, to }) => formatDaysOfMonth(from, to), text: ({ month }) => month, width: "7rem" },
  ...(["opening", "retained", "kept"] as const).map((member): Column<ChurnItem> => ({
    name: { opening: "Opening MRR", retained: "Retained MRR", kept: "Excluding expansion" }[member],
    cell: (item) => <Money amount={item[member]} currency={item.currency} />,
    text: (item) => item[member],
    align: "right",
    ...(member !== "opening" && { from: "lg" as const }),
  })),
  {
    name: "Accounts lost",
    cell: ({ accounts }) => `${accounts.lost} of ${accounts.opening}`,
    text: ({ accounts }) => `${accounts.lost} of ${accounts.opening}`,
    align: "right",
    from: "md",
  },
  ...(["accountChurn", "revenueChurn", "grossRetention", "netRetention"] as const).map((member): Column<ChurnItem> => ({
    name: {
      accountChurn: "Account churn",
      revenueChurn: "Revenue churn",
      grossRetention: "Gross retention",
      netRetention: "Net retention",
    }[member],
    cell: (item) => <span className="figures">{percent(item[member])}</span>,
    text: (item) => item[member],
    align: "right",
    ...(member === "revenueChurn" || member === "grossRetention" ? { from: "md" as const } : {}),
  })),
];

/** What happened to the accounts that paid at the start of each month. */
export function ChurnPage() {
  const churn = useQuery(insightQueries.churn);
  const known = [...new Set(churn.data?.items.map(({ currency }) => currency) ?? [])].toSorted();
  const [currency, choose] = useCurrency(known);
  const range = churn.data?.range.find((one) => one.currency === currency);
  const rows = fixedRows({
    ...churn,
    data: churn.data?.items.filter((item) => item.currency === currency).toReversed(),
  });
  return (
    <Page
      title="Churn and retention"
      note="These figures exclude accounts that are new in the month."
      trail={[["/", "Home"]]}
      actions={
        churn.isPending ? (
          <div className="h-9 w-24" />
        ) : (
          known.length > 1 && (
            <Segments label="Currency" options={known.map((one) => [one, one])} chosen={currency} onChoose={choose} />
          )
        )
      }
    >
      <Card className="mb-4" title="Last 12 months">
        {range === undefined ? (
          <Skeleton className="h-40 md:h-16" />
        ) : (
          <Figures>
            <Figure
              name="Account churn"
              value={percent(range.accountChurn)}
              note={
                <Link
                  {...pageAt("/insights/churn/accounts", { currency, lost: "true", from: range.from, to: range.to })}
                  className="hover:underline"
                >
                  {range.accounts.lost} of {range.accounts.opening} accounts
                </Link>
              }
            />
            <Figure name="Revenue churn" value={percent(range.revenueChurn)} note="100% minus gross retention" />
            <Figure
              name="Gross retention"
              value={percent(range.grossRetention)}
              note={
                <Link
                  {...pageAt("/insights/churn/accounts", { currency, from: range.from, to: range.to })}
                  className="hover:underline"
                >
                  {formatMoney(range.kept, currency)} of {formatMoney(range.opening, currency)}
                </Link>
              }
            />
            <Figure
              name="Net retention"
              value={percent(range.netRetention)}
              note={
                <Link
                  {...pageAt("/insights/churn/accounts", { currency, from: range.from, to: range.to })}
                  className="hover:underline"
                >
                  {formatMoney(range.retained, currency)} of {formatMoney(range.opening, currency)}
                </Link>
              }
            />
          </Figures>
        )}
      </Card>
      <Card title="By month" flush actions={<ExportButton name="churn" rows={rows} columns={columns} />}>
        <Table
          label="Churn by month"
          rows={rows}
          columns={columns}
          rowKey={({ month }) => month}
          to={({ from, to }) => pageAt("/insights/churn/accounts", { currency, from, to })}
          empty={
            <Empty title="No recurring revenue yet">
              Churn measures accounts with recurring revenue. Activate a subscription to start.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}
