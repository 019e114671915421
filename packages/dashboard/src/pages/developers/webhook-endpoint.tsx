import type { CreateWebhookEndpointResult } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress, useParam } from "../../routing/address.ts";
import { Card, Fact, Facts } from "../../design/card.tsx";
import { CopyButton } from "../../design/code.tsx";
import { Page } from "../../design/page.tsx";
import { Failure, Skeleton } from "../../design/states.tsx";
import { Ago, Instant } from "../../design/when.tsx";
import { Deliveries } from "./deliveries.tsx";
import { DeliverySheet } from "./delivery-sheet.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { endpointQuery } from "./endpoint-query.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { ShownOnce } from "./shown-once.tsx";

const trail = [["/webhooks", "Webhooks"]] as const;

/** One endpoint: its event types, and its deliveries. */
export function Endpoint() {
  const id = useParam("/webhooks/$endpointId");
  const [search, change] = useAddress("/webhooks/$endpointId");
  const [rotated, setRotated] = useState<CreateWebhookEndpointResult | null>(null);
  const read = useQuery(endpointQuery(id));
  if (read.error !== null) {
    return (
      <Page title="Webhook endpoint" trail={trail}>
        <Failure error={read.error} onRetry={() => void read.refetch()} />
      </Page>
    );
  }
  const endpoint = read.data;
  if (endpoint === undefined) {
    return (
      <Page title="Webhook endpoint" trail={trail}>
        <Skeleton className="mb-4 h-40 w-full" />
        <Skeleton className="h-96 w-full" />
      </Page>
    );
  }
  return (
    <Page
      title={endpoint.description ?? new URL(endpoint.url).host}
      aside={<EndpointState endpoint={endpoint} />}
      trail={trail}
      actions={<EndpointActions endpoint={endpoint} onRotated={setRotated} />}
    >
      <Card className="mb-4">
        <Facts>
          <Fact name="Address">
            <span className="flex items-center gap-1">
              <span className="min-w-0 break-all">{endpoint.url}</span>
              <CopyButton text={endpoint.url} label="Copy URL" />
            </span>
          </Fact>
          <Fact name="Event types">
            {endpoint.eventTypes.includes("*") ? "All events" : endpoint.eventTypes.join(", ")}
          </Fact>
          {endpoint.failingSince !== null && (
            <Fact name="Failing since">
              <Instant instant={endpoint.failingSince} /> · <Ago instant={endpoint.failingSince} />
            </Fact>
          )}
          {endpoint.disabledAt !== null && (
            <Fact name="Disabled">
              <Instant instant={endpoint.disabledAt} />
            </Fact>
          )}
          <Fact name="Sandbox events">{endpoint.sendFromSandbox ? "Sent" : "Not sent (sandbox)"}</Fact>
          <Fact name="Created">
            <Instant instant={endpoint.createdAt} />
          </Fact>
        </Facts>
      </Card>
      <Deliveries endpointId={id} />
      {search.delivery !== undefined && (
        <DeliverySheet
          endpointId={id}
          notificationId={search.delivery}
          onClose={() => change({ delivery: undefined })}
        />
      )}
      {rotated !== null && (
        <ShownOnce
          title="New secret"
          note="Copy the secret now: Counterfoil shows it only once. Requests are also signed with the old secret until it expires."
          secret={rotated.secret}
          onClose={() => setRotated(null)}
        />
      )}
    </Page>
  );
}
