import {
  invariant,
  type MetricDefinition,
  parseMetricDefinition,
  type Properties,
  type UnreadableValue,
  unreadableValues,
} from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { totallingOf, type TotallingsByName } from "./totals/totalling.ts";

/** A metric with its definition. */
export interface MeasuringMetric extends MetricDefinition {
  readonly metricId: string;
}

/** Metrics by the name of the events that they measure. */
export type MetricsByName = ReadonlyMap<string, readonly MeasuringMetric[]>;

/** What uses events: the totals that they are added to, and all metrics that read them. */
export interface Measuring {
  readonly totallings: TotallingsByName;
  readonly metrics: MetricsByName;
}

/** Methods without totals: they need every event. */
const UNTOTALLED = "('count_unique', 'weighted_sum', 'percentile')";

type MetricRow = Parameters<typeof parseMetricDefinition>[0] & { id: string };

/** What currently uses events, by event name, in one statement. A process reads each generation of totals only once. */
export async function findMeasuring(tx: Tx, eventNames: readonly string[]): Promise<Measuring> {
  const rows = await tx.sql<{ generation: string | null; metric: MetricRow | null }>(
    `select generation, null::jsonb as metric from usage_totalling where organization_id = $1 and event_name = any($2)
     union all
     select null, jsonb_build_object('id', id, 'eventName', event_name, 'filters', filters, 'aggregation', aggregation,
       'groupBy', group_by)
     from metric where organization_id = $1 and event_name = any($2) and aggregation ->> 'method' in ${UNTOTALLED}`,
    [tx.organizationId, eventNames],
    "find-measuring",
  );
  const totallings = await totallingOf(
    tx,
    rows.flatMap(({ generation }) => generation ?? []),
  );
  const others = rows.flatMap(({ metric }) => (metric === null ? [] : toMeasuring(metric)));
  return {
    totallings: Map.groupBy(totallings, ({ eventName }) => eventName),
    metrics: Map.groupBy<string, MeasuringMetric>([...totallings, ...others], ({ eventName }) => eventName),
  };
}

/** All metrics, or those that measure events with these names. */
export async function findMeasuringMetrics(tx: Tx, eventNames?: readonly string[]): Promise<MeasuringMetric[]> {
  const rows = await tx.sql<MetricRow>(
    `select id, event_name, filters, aggregation, group_by from metric
     where organization_id = $1 and ($2::text[] is null or event_name = any($2))`,
    [tx.organizationId, eventNames ?? null],
  );
  return rows.map(toMeasuring);
}

function toMeasuring({ id, ...metric }: MetricRow): MeasuringMetric {
  const parsed = parseMetricDefinition(metric);
  invariant(parsed.ok, `the metric ${id} is a valid definition`);
  return { metricId: id, ...parsed.definition };
}

/** A value of a stored event that a metric needs and cannot read (R-EVT-5). */
export interface UnreadableEvent extends UnreadableValue {
  readonly uniqueId: string;
  readonly metricId: string;
}

/** The values of new events that their metrics cannot read. Events without an account are not measured yet. */
export function unreadableEvents(
  metrics: MetricsByName,
  events: readonly { uniqueId: string; accountId: string | null; eventName: string; values: Properties }[],
): UnreadableEvent[] {
  return events.flatMap(({ uniqueId, accountId, eventName, values }) => {
    const measuring = accountId === null ? undefined : metrics.get(eventName);
    if (measuring === undefined) return [];
    return unreadableValues(measuring, values).map(({ metric: { metricId }, unreadable }) => {
      return { uniqueId, metricId, ...unreadable };
    });
  });
}
