import type { ListedWebhookDelivery, ListWebhookDeliveriesQuery } from "@counterfoil/sdk";
import { useAddress } from "../../routing/address.ts";
import { Badge, StatusBadge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";
import { Ago, Nothing } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { EVENT_TYPES } from "./event-types.ts";
import { timeText } from "../../list/file-fields.ts";

const columns: readonly Column<ListedWebhookDelivery>[] = [
  { name: "Type", cell: ({ type }) => type, text: ({ type }) => type, sort: "type" },
  {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "7rem",
  },
  {
    name: "Response",
    cell: ({ lastStatusCode, lastFailure }) =>
      lastStatusCode === null ? lastFailure === null ? <Nothing /> : lastFailure : <StatusCode code={lastStatusCode} />,
    text: ({ lastStatusCode, lastFailure }) => (lastStatusCode === null ? lastFailure : String(lastStatusCode)),
    from: "md",
  },
  {
    name: "Object",
    cell: ({ objectId }) => <span className="font-mono text-xs">{objectId}</span>,
    text: ({ objectId }) => objectId,
    from: "lg",
  },
  {
    name: "Attempts",
    cell: ({ attempts }) => <span className="figures">{attempts}</span>,
    text: ({ attempts }) => String(attempts),
    align: "right",
    width: "5rem",
    from: "sm",
  },
  {
    name: "Event time",
    cell: ({ timestamp }) => <Ago instant={timestamp} />,
    text: timeText(({ timestamp }) => timestamp),
    width: "9rem",
    sort: "timestamp",
    from: "sm",
  },
];

/** Past and pending deliveries to an endpoint. They are kept for 30 days. */
export function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const [search, change] = useAddress("/webhooks/$endpointId");
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.webhookEndpoints.listWebhookDeliveries(endpointId, { ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Card
      flush
      title="Deliveries"
      note="Sent and pending notifications. Counterfoil keeps each for 30 days after its last attempt."
    >
      <FilterBar actions={<ExportButton name="deliveries" rows={rows} columns={columns} />}>
        <Choice
          label="Status"
          name="status"
          all="All statuses"
          options={[
            ["pending", "Pending"],
            ["delivered", "Delivered"],
            ["failed", "Failed"],
            ["caught", "Not sent (sandbox)"],
          ]}
        />
        <Choice
          label="Type"
          name="type"
          all="All types"
          options={EVENT_TYPES.flatMap(([, types]) => types.map((type) => [type, type] as const))}
        />
      </FilterBar>
      <Table
        label="Deliveries"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => change({ delivery: id })}
        empty={
          query.filters.length > 0 ? (
            <Empty title="No results">Clear some filters.</Empty>
          ) : (
            <Empty
              title="No deliveries yet"
              request={`curl -X POST ${window.location.origin}/webhook-endpoints/${endpointId}/test \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY"`}
            >
              New notifications and your endpoint's responses appear here. Send a test to see one.
            </Empty>
          )
        }
      />
    </Card>
  );
}

export function StatusCode({ code }: { readonly code: number }) {
  return <Badge tone={code < 300 ? "good" : "bad"}>{code}</Badge>;
}

type Filter = NonNullable<ListWebhookDeliveriesQuery["filters"]>[number];

function toQuery({ status, type, sort }: Readonly<Record<string, string | undefined>>): ListWebhookDeliveriesQuery & {
  readonly filters: readonly Filter[];
} {
  const filters: Filter[] = [];
  if (status !== undefined) filters.push({ field: "status", value: status });
  if (type !== undefined) filters.push({ field: "type", value: type });
  return { filters, ...(sort !== undefined && { sort: sort as NonNullable<ListWebhookDeliveriesQuery["sort"]> }) };
}
