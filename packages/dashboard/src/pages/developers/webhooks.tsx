import type { CreateWebhookEndpointResult, ListWebhookEndpointsQuery, WebhookEndpoint } from "@counterfoil/sdk";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Day } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { EndpointDialog } from "./endpoint-dialog.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { dayText } from "../../list/file-fields.ts";

const columns: readonly Column<WebhookEndpoint>[] = [
  { name: "URL", cell: ({ url }) => url, text: ({ url }) => url, sort: "url" },
  {
    name: "Description",
    cell: ({ description }) => description,
    text: ({ description }) => description,
    from: "lg",
  },
  {
    name: "Event types",
    cell: ({ eventTypes }) => (eventTypes.includes("*") ? "All events" : eventTypes.join(", ")),
    text: ({ eventTypes }) => eventTypes.join(" "),
    from: "md",
  },
  {
    name: "Status",
    cell: (endpoint) => <EndpointState endpoint={endpoint} />,
    text: ({ enabled, disabledReason }) => (enabled ? "enabled" : `disabled (${disabledReason ?? ""})`),
    width: "9rem",
  },
  {
    name: "Created",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: dayText(({ createdAt }) => createdAt),
    width: "8rem",
    from: "lg",
    sort: "createdAt",
  },
];

export function Webhooks() {
  const [search, change] = useAddress("/webhooks");
  const [created, setCreated] = useState<CreateWebhookEndpointResult | null>(null);
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.webhookEndpoints.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  const create = (
    <Button kind="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => change({ do: "new" })}>
      New endpoint
    </Button>
  );
  return (
    <Page title="Webhooks" note="Send events to your systems and review their responses." actions={create}>
      <Card flush>
        <FilterBar actions={<ExportButton name="webhook-endpoints" rows={rows} columns={columns} />}>
          <SearchBox label="Search by URL" />
          <Choice
            label="Status"
            name="enabled"
            all="All statuses"
            options={[
              ["true", "Enabled"],
              ["false", "Disabled"],
            ]}
          />
        </FilterBar>
        <Table
          label="Webhook endpoints"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/webhooks/${id}`}
          empty={
            <Empty title="No webhook endpoints yet" request={CREATE} action={create}>
              A webhook endpoint is a URL that receives signed events, such as issued invoices and failed payments.
              Counterfoil retries until the endpoint returns a 2xx status.
            </Empty>
          }
        />
      </Card>
      {search.do === "new" && (
        <EndpointDialog endpoint={null} onClose={() => change({ do: undefined })} onCreated={setCreated} />
      )}
      {created !== null && (
        <ShownOnce
          title="Signing secret"
          note="Your endpoint verifies request signatures with this secret. Copy it now: Counterfoil shows it only once."
          secret={created.secret}
          onClose={() => setCreated(null)}
        />
      )}
    </Page>
  );
}

const CREATE = [
  `curl -X POST ${window.location.origin}/webhook-endpoints \\`,
  `  -H "Authorization: Bearer $COUNTERFOIL_KEY" -H 'Content-Type: application/json' \\`,
  `  -d '{"url": "https://example.com/counterfoil", "eventTypes": ["invoice.*", "payment.failed"]}'`,
].join("\n");

function toQuery({
  q,
  enabled,
  sort = "createdAt:desc",
}: Readonly<Record<string, string | undefined>>): ListWebhookEndpointsQuery {
  const filters: NonNullable<ListWebhookEndpointsQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "url", operator: "contains", value: q });
  if (enabled !== undefined) filters.push({ field: "enabled", value: enabled === "true" });
  return { filters, sort: sort as NonNullable<ListWebhookEndpointsQuery["sort"]> };
}
