import type { MarginItem } from "@counterfoil/sdk";
import { Legend } from "../../charts/legend.tsx";
import { Card } from "../../design/card.tsx";
import { Empty, Skeleton } from "../../design/states.tsx";
import { isZero } from "../../format/amount.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar } from "../../list/filter-bar.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { Table } from "../../list/table.tsx";
import { AccountChoice } from "../../named/account-field.tsx";
import { useAddress } from "../../routing/address.ts";
import { pageAt } from "../../routing/page-at.ts";
import { MARGIN_COLORS } from "./margin-bars.tsx";
import { marginColumns } from "./margin-columns.tsx";
import { MarginDays } from "./margin-days.tsx";
import { MARGIN_GROUPS } from "./margin-group.ts";
import { MarginTotals } from "./margin-totals.tsx";
import { NoCosts } from "./no-costs.tsx";
import { PropertyBox } from "./property-box.tsx";
import { UndecidedCard } from "./undecided-card.tsx";
import { useMargin } from "./use-margin.ts";

/** The totals of the period, and its rows with the lowest margin first. */
export function MarginFigures() {
  const [{ period, from, to, accountId, metric, running }] = useAddress("/insights/margin");
  const { margin, groupBy, property, known, metrics, hasCostPrices } = useMargin();
  const { data } = margin;
  /** Other accounts or metrics may have costs. */
  const isFiltered = accountId !== undefined || metric !== undefined;
  const rows = fixedRows({ ...margin, data: data?.items });
  const columns = marginColumns({ groupBy, currency: data?.currency ?? "", items: data?.items ?? [] });
  const shared = { period, from, to, running };
  /** An account leads to its metrics, and a metric to its accounts, or to the days of the chosen account. */
  const target = ({ key }: MarginItem) => {
    if (key === null) return undefined;
    if (groupBy === "product") return `/products/${key}`;
    const group = groupBy === "account" ? "metric" : accountId === undefined ? "account" : "day";
    if (groupBy === "account") return pageAt("/insights/margin", { ...shared, metric, accountId: key, group });
    return groupBy === "metric" ? pageAt("/insights/margin", { ...shared, accountId, metric: key, group }) : undefined;
  };
  return (
    <>
      {!isFiltered && data?.totals.cost !== undefined && data.totals.cost !== null && isZero(data.totals.cost) && (
        <NoCosts hasCostPrices={hasCostPrices} />
      )}
      {data === undefined ? (
        margin.error === null && <Skeleton className="mb-4 h-36 max-sm:h-92" />
      ) : (
        <>
          <MarginTotals margin={data} />
          <UndecidedCard undecided={data.undecided} />
          {groupBy === "day" && data.items.length > 0 && <MarginDays items={data.items} currency={data.currency} />}
        </>
      )}
      <Card flush>
        <FilterBar actions={<ExportButton name="margin" rows={rows} columns={columns} />}>
          <Choice
            label="Group by"
            name="group"
            shown="account"
            options={Object.entries(MARGIN_GROUPS).map(([one, { name }]) => [one, `By ${name.toLowerCase()}`] as const)}
          />
          {property !== undefined && <PropertyBox shown={property} known={known} />}
          <Choice
            label="Metric"
            name="metric"
            all="All metrics"
            options={metrics.map(({ id, name }) => [id, name] as const)}
          />
          <Choice label="Revenue" name="running" all="With running usage" options={[["exclude", "Invoiced only"]]} />
          <AccountChoice name="accountId" />
        </FilterBar>
        <div className="px-4">
          {groupBy !== "day" && <Legend items={MARGIN_COLORS} />}
          {groupBy === "property" && (
            <p className="pb-2 text-sm text-muted">
              Revenue is split by a property only if the metric is. Otherwise it counts for “No value”.
            </p>
          )}
        </div>
        <Table
          label="Margin"
          rows={rows}
          columns={columns.filter((column) => "cell" in column)}
          rowKey={({ key }) => key ?? ""}
          to={target}
          empty={
            <Empty title="No revenue and no costs">
              Nothing was earned or spent in this period. Choose another period or clear some filters.
            </Empty>
          }
        />
      </Card>
    </>
  );
}
