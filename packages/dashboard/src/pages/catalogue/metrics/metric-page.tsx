import { pageAt } from "../../../routing/page-at.ts";
import type { Metric } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useMay } from "../../../server/session.ts";
import { Badge } from "../../../design/badge.tsx";
import { buttonClasses } from "../../../design/button.tsx";
import { Card, Fact, Facts } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { Day, Nothing } from "../../../design/when.tsx";
import { TrailOfChanges } from "../../../named/trail-of-changes.tsx";
import { ArchiveButton } from "../archive/archive-button.tsx";
import { ArchivedBadge } from "../archive/archived.tsx";
import { nameOfMethod } from "./aggregations.ts";
import { LatestEvents } from "./latest-events.tsx";
import { metricQuery } from "./metric-query.ts";
import { metricWords } from "./metric-words.ts";
import { UsageOfMetric } from "./usage-of-metric.tsx";

const TRAIL = [["/metrics", "Metrics"]] as const;

export function MetricPage() {
  const id = useParam("/metrics/$metricId");
  const { data, error, refetch } = useQuery(metricQuery(id));
  if (data === undefined) {
    return (
      <Page title="Metric" trail={TRAIL}>
        {error === null ? <Skeleton className="h-96" /> : <Failure error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  }
  return <Loaded metric={data} />;
}

function Loaded({ metric }: { readonly metric: Metric }) {
  const { id, name, description, eventName, aggregation, groupBy, archivedAt, createdAt } = metric;
  const mayWrite = useMay("write");
  return (
    <Page
      title={name}
      trail={TRAIL}
      aside={
        <>
          <Badge>{nameOfMethod(aggregation.method)}</Badge>
          <ArchivedBadge archivedAt={archivedAt} />
        </>
      }
      note={description ?? `${metricWords(metric)}.`}
      actions={
        <>
          <Link {...pageAt("/usage", { metric: id })} className={buttonClasses()}>
            Explore usage
          </Link>
          {mayWrite && (
            <>
              <ArchiveButton
                kind="metric"
                name={name}
                isArchived={archivedAt !== null}
                archive={() => client.metrics.archive(id)}
                unarchive={() => client.metrics.unarchive(id)}
              />
              <Link to={`/metrics/${id}/edit`} className={buttonClasses("primary")}>
                Edit
              </Link>
            </>
          )}
        </>
      }
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <UsageOfMetric metric={metric} />
          <LatestEvents eventName={eventName} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Aggregation">
            <p className="mb-3 text-sm">{metricWords(metric)}.</p>
            <Facts>
              <Fact name="Event">
                <code className="text-xs">{eventName}</code>
              </Fact>
              <Fact name="Property">{aggregation.field ?? <Nothing />}</Fact>
              <Fact name="Split by">{groupBy.length === 0 ? <Nothing /> : groupBy.join(", ")}</Fact>
              <Fact name="Created">
                <Day instant={createdAt} />
              </Fact>
              <Fact name="ID">
                <span className="font-mono text-xs break-all">{id}</span>
              </Fact>
            </Facts>
          </Card>
          <TrailOfChanges objectId={id} />
        </div>
      </div>
    </Page>
  );
}
