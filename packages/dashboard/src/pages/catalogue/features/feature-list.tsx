import type { Feature, ListFeaturesQuery } from "@counterfoil/sdk";
import { useAddress } from "../../../routing/address.ts";
import type { SearchAt } from "../../../routing/searches.ts";
import { useMay } from "../../../server/session.ts";
import { Badge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty } from "../../../design/states.tsx";
import { Day, Nothing } from "../../../design/when.tsx";
import { toWords } from "../../../format/words.ts";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../../list/filter-bar.tsx";
import { Table } from "../../../list/table.tsx";
import { usePages } from "../../../list/use-pages.ts";
import { useMetrics } from "../../../named/metrics.ts";
import { FeatureDialog } from "./feature-dialog.tsx";

export function FeatureList() {
  const [search, change] = useAddress("/features");
  const mayWrite = useMay("write");
  const metrics = useMetrics();
  const metric = ({ metricId }: Feature) => metrics.find(({ id }) => id === metricId)?.name ?? metricId;
  const columns: readonly Column<Feature>[] = [
    { name: "Name", cell: ({ name }) => name, text: ({ name }) => name, sort: "name" },
    {
      name: "Key",
      cell: ({ key }) => <code className="text-xs">{key}</code>,
      text: ({ key }) => key,
      sort: "key",
    },
    {
      name: "Type",
      cell: ({ type }) => <Badge>{type === "boolean" ? "On or off" : "Quantity"}</Badge>,
      text: ({ type }) => type,
      width: "8rem",
    },
    { name: "Metric", cell: (feature) => metric(feature) ?? <Nothing />, text: metric, from: "md" },
    {
      name: "Created",
      cell: ({ createdAt }) => <Day instant={createdAt} />,
      text: ({ createdAt }) => createdAt,
      width: "8rem",
      from: "lg",
    },
  ];
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.features.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  const wanted = Array.from({ length: rows.length }, (_, index) => rows.at(index)).find(
    (feature) => feature?.id === search.feature,
  );
  const close = () => change({ do: undefined, feature: undefined });
  return (
    <Page
      title="Features"
      note="Capabilities and limits that plans include. Your product checks whether an account has access and how much remains."
      actions={
        mayWrite && (
          <Button kind="primary" onClick={() => change({ do: "new" })}>
            New feature
          </Button>
        )
      }
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="features" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          <Choice
            label="Type"
            name="type"
            all="All types"
            options={(["boolean", "quantity"] as const).map((one) => [one, toWords(one)] as const)}
          />
        </FilterBar>
        <Table
          label="Features"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          {...(mayWrite && { onOpen: ({ id }: Feature) => change({ feature: id }) })}
          empty={
            <Empty
              title="No features"
              request={`curl -X POST ${window.location.origin}/features -H "Authorization: Bearer $COUNTERFOIL_KEY" -H "Content-Type: application/json" \\\n  -d '{"key": "seats", "name": "Seats", "type": "quantity"}'`}
            >
              A feature is a capability, such as single sign-on, or a limit, such as seats. Create a feature, then add
              it to a plan.
            </Empty>
          }
        />
      </Card>
      {search.do === "new" && mayWrite && <FeatureDialog onClose={close} />}
      {wanted !== undefined && mayWrite && <FeatureDialog key={wanted.id} feature={wanted} onClose={close} />}
    </Page>
  );
}

type Filter = NonNullable<ListFeaturesQuery["filters"]>[number];

function toQuery({ q, type, sort = "name:asc" }: SearchAt<"/features">): ListFeaturesQuery {
  const filters: Filter[] = [];
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  if (type !== undefined) filters.push({ field: "type", value: type });
  return { filters, sort: sort as NonNullable<ListFeaturesQuery["sort"]> };
}
