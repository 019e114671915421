import type { ListMetricsQuery, Metric } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../../../routing/address.ts";
import type { SearchAt } from "../../../routing/searches.ts";
import { asked } from "../../../server/asked.ts";
import { systemNow } from "../../../format/clock.ts";
import { useMay, useOrganization } from "../../../server/session.ts";
import { buttonClasses } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { formatQuantity, formatQuantityRounded } from "../../../format/amount.ts";
import { Page } from "../../../design/page.tsx";
import { Empty } from "../../../design/states.tsx";
import { Nothing } from "../../../design/when.tsx";
import { toDay } from "../../../format/dates.ts";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../../list/filter-bar.tsx";
import { Table } from "../../../list/table.tsx";
import { usePages } from "../../../list/use-pages.ts";
import { ArchivedBadge, ArchivedChoice, archivedFilter } from "../archive/archived.tsx";
import { AGGREGATIONS, nameOfMethod } from "./aggregations.ts";

export function MetricList() {
  const [search] = useAddress("/metrics");
  const mayWrite = useMay("write");
  const { timezone } = useOrganization();
  const from = `${toDay(systemNow(), timezone).slice(0, 7)}-01`;
  const { data: usage } = useQuery({
    ...asked((api, signal) => api.insights.getUsageByMetric({ from }, { signal })),
  });
  const used = ({ id }: Metric) => usage?.items.find(({ metricId }) => metricId === id);
  const columns: readonly Column<Metric>[] = [
    {
      name: "Name",
      cell: ({ name, archivedAt }) => (
        <>
          {name} <ArchivedBadge archivedAt={archivedAt} />
        </>
      ),
      text: ({ name }) => name,
      sort: "name",
    },
    {
      name: "Event",
      cell: ({ eventName }) => <code className="text-xs">{eventName}</code>,
      text: ({ eventName }) => eventName,
      sort: "eventName",
      from: "sm",
    },
    {
      name: "Aggregation",
      cell: ({ aggregation: { method, field } }) =>
        field === null ? nameOfMethod(method) : `${nameOfMethod(method)} of ${field}`,
      text: ({ aggregation: { method, field } }) => (field === null ? method : `${method} of ${field}`),
      from: "md",
    },
    {
      name: "Events this month",
      cell: (metric) => used(metric)?.eventCount.toLocaleString() ?? <Nothing />,
      text: (metric) => String(used(metric)?.eventCount ?? ""),
      align: "right",
      from: "lg",
      width: "10rem",
    },
    {
      name: "This month",
      cell: (metric) => {
        const quantity = used(metric)?.quantity ?? null;
        return quantity === null ? (
          <Nothing />
        ) : (
          <span className="figures" title={formatQuantity(quantity)}>
            {formatQuantityRounded(quantity)}
          </span>
        );
      },
      text: (metric) => used(metric)?.quantity ?? null,
      align: "right",
      width: "12rem",
    },
  ];
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.metrics.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Page
      title="Metrics"
      note="Metrics turn usage events into quantities you can price."
      actions={
        mayWrite && (
          <Link to="/metrics/new" className={buttonClasses("primary")}>
            New metric
          </Link>
        )
      }
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="metrics" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          <Choice
            label="Aggregation"
            name="method"
            all="All aggregations"
            options={AGGREGATIONS.map(([method, name]) => [method, name] as const)}
          />
          <ArchivedChoice />
        </FilterBar>
        <Table
          label="Metrics"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/metrics/${id}`}
          empty={
            <Empty
              title="No metrics"
              request={`curl -X POST ${window.location.origin}/metrics -H "Authorization: Bearer $COUNTERFOIL_KEY" -H "Content-Type: application/json" \\\n  -d '{"name": "API calls", "eventName": "api_call", "aggregation": {"method": "count"}}'`}
            >
              A metric aggregates usage events into a billable quantity. Create one before or after you send events:
              earlier events count too.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}

type Filter = NonNullable<ListMetricsQuery["filters"]>[number];

function toQuery({ q, method, archived, sort = "name:asc" }: SearchAt<"/metrics">): ListMetricsQuery {
  const filters: Filter[] = archivedFilter(archived);
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  if (method !== undefined) filters.push({ field: "aggregation.method", value: method });
  return { filters, sort: sort as NonNullable<ListMetricsQuery["sort"]> };
}
