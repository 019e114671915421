import type { CreateMetricRequest } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { Page } from "../../../design/page.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { metricDraftOf } from "./metric-draft.ts";
import { MetricForm } from "./metric-form.tsx";
import { metricQuery } from "./metric-query.ts";

export function EditMetric() {
  const id = useParam("/metrics/$metricId/edit");
  const navigate = useNavigate();
  const { data: metric, error } = useQuery({ ...metricQuery(id), refetchOnWindowFocus: false });
  const save = useChange({
    changes: "metrics",
    run: (body: CreateMetricRequest) => client.metrics.update(id, body),
    done: () => "Metric saved",
    after: () => void navigate({ to: `/metrics/${id}`, ignoreBlocker: true }),
  });
  return (
    <Page
      title="Edit metric"
      trail={[
        ["/metrics", "Metrics"],
        [`/metrics/${id}`, metric?.name ?? "Metric"],
      ]}
    >
      {error !== null && <Failure error={error} />}
      {metric === undefined && error === null && <Skeleton className="h-96" />}
      {metric !== undefined && (
        <MetricForm
          start={metricDraftOf(metric)}
          action="Save"
          busy={save.isPending}
          error={save.error}
          onSave={save.mutate}
        />
      )}
    </Page>
  );
}
