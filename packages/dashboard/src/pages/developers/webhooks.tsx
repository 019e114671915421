import type { CreateWebhookEndpointResult, ListWebhookEndpointsQuery, WebhookEndpoint } from "@counterfoil/sdk";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAddress } from "../../app/address.ts";
import { client } from "../../app/client.ts";
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

const columns: readonly Column<WebhookEndpoint>[] = [
  { name: "Address", cell: ({ url }) => url, text: ({ url }) => url, sort: "url" },
  {
    name: "Description",
    cell: ({ description }) => description,
    text: ({ description }) => description,
    from: "lg",
  },
  {
    name: "Told",
    cell: ({ eventTypes }) => (eventTypes.includes("*") ? "Everything" : eventTypes.join(", ")),
    text: ({ eventTypes }) => eventTypes.join(" "),
    from: "md",
  },
  {
    name: "State",
    cell: (endpoint) => <EndpointState endpoint={endpoint} />,
    text: ({ enabled, disabledReason }) => (enabled ? "enabled" : `disabled (${disabledReason ?? ""})`),
    width: "9rem",
  },
  {
    name: "Created",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: ({ createdAt }) => createdAt,
    width: "8rem",
    from: "lg",
    sort: "createdAt",
  },
];

export function Webhooks() {
  const [search, change] = useAddress();
  const [created, setCreated] = useState<CreateWebhookEndpointResult | null>(null);
  const query = toQuery(search);
  const rows = usePages({
    key: ["webhook-endpoints", query],
    list: (where) => client.webhookEndpoints.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  const create = (
    <Button kind="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => change({ do: "new" })}>
      New endpoint
    </Button>
  );
  return (
    <Page title="Webhooks" note="Your systems are told what happens, and you see what they answered." actions={create}>
      <Card flush>
        <FilterBar actions={<ExportButton name="webhook-endpoints" rows={rows} columns={columns} />}>
          <SearchBox label="Search by address" />
          <Choice
            label="State"
            name="enabled"
            all="All states"
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
            <Empty title="Nobody is told yet" request={CREATE} action={create}>
              Name an address of yours. Each invoice that is issued, each payment that fails, and whatever else you ask
              for is sent to it, signed, until it answers 2xx.
            </Empty>
          }
        />
      </Card>
      {search["do"] === "new" && (
        <EndpointDialog endpoint={null} onClose={() => change({ do: undefined })} onCreated={setCreated} />
      )}
      {created !== null && (
        <ShownOnce
          title="The secret of the endpoint"
          note="Requests are signed with it. It is shown this once: keep it where your endpoint can read it."
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
