import type { CreateMetricRequest } from "@counterfoil/sdk";
import { useNavigate } from "@tanstack/react-router";
import { useAddress } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { Page } from "../../../design/page.tsx";
import { EMPTY_METRIC } from "./metric-draft.ts";
import { MetricForm } from "./metric-form.tsx";

/** `?event=` starts with the name of an event that no metric counts yet. */
export function NewMetric() {
  const [{ event = "" }] = useAddress("/metrics/new");
  const navigate = useNavigate();
  const create = useChange({
    changes: "metrics",
    run: (body: CreateMetricRequest) => client.metrics.create(body),
    done: () => "Metric created",
    after: ({ id }) => void navigate({ to: `/metrics/${id}`, ignoreBlocker: true }),
  });
  return (
    <Page title="New metric" trail={[["/metrics", "Metrics"]]}>
      <MetricForm
        start={{ ...EMPTY_METRIC, eventName: event }}
        action="Create metric"
        busy={create.isPending}
        error={create.error}
        onSave={create.mutate}
      />
    </Page>
  );
}
