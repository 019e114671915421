import {
  type CostPrice,
  Decimal,
  invariant,
  type MetricDefinition,
  parseMetricDefinition,
  type Properties,
  type UnreadableValue,
  unreadableValues,
} from "@counterfoil/engine";
import type { Tx } from "../database/tx.ts";
import { MODEL_CALLS_JSON, type ModelCalls, type ModelCallsJson, toModelCalls } from "../costs/model-calls.ts";
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
  /** What the events cost the organization (R-COST-1). Nearly always empty. */
  readonly costPrices: CostPricesByName;
  /** How model calls among the events are priced (R-AI-1); null if they are not. */
  readonly modelCalls: ModelCalls | null;
}

/** Cost prices by the name of the events that their metrics measure. */
export type CostPricesByName = ReadonlyMap<string, readonly CostPrice[]>;

/** Methods without totals: they need every event. */
const UNTOTALLED = "('count_unique', 'weighted_sum', 'percentile')";

type MetricRow = Parameters<typeof parseMetricDefinition>[0] & { id: string };

/** A cost price as the statement builds it. */
interface CostPriceJson extends Pick<CostPrice, "id" | "metricId" | "properties" | "currency" | "from" | "until"> {
  eventName: string;
  unitCost: string;
}

interface MeasuringRow {
  generation: string | null;
  metric: MetricRow | null;
  costPrice: CostPriceJson | null;
  modelCalls: ModelCallsJson | null;
}

/** What currently uses events, by event name, in one statement. A process reads each generation of totals only once. */
export async function findMeasuring(tx: Tx, eventNames: readonly string[]): Promise<Measuring> {
  const rows = await tx.sql<MeasuringRow>(
    `select generation, null::jsonb as metric, null::jsonb as cost_price, null::jsonb as model_calls
     from usage_totalling where organization_id = $1 and event_name = any($2)
     union all
     select null, jsonb_build_object('id', id, 'eventName', event_name, 'filters', filters, 'aggregation', aggregation,
       'groupBy', group_by), null, null
     from metric where organization_id = $1 and event_name = any($2) and aggregation ->> 'method' in ${UNTOTALLED}
     union all
     select null, null, ${COST_PRICE_JSON}, null
     from cost_price p join metric m on m.organization_id = $1 and m.id = p.metric_id
     where p.organization_id = $1 and m.event_name = any($2)
     union all
     select null, null, null, ${MODEL_CALLS_JSON}
     from organization o where o.id = $1 and o.model_costs ->> 'eventName' = any($2)`,
    [tx.organizationId, eventNames],
    "find-measuring",
  );
  const totallings = await totallingOf(
    tx,
    rows.flatMap(({ generation }) => generation ?? []),
  );
  const others = rows.flatMap(({ metric }) => (metric === null ? [] : toMeasuring(metric)));
  const costPrices = rows.flatMap(({ costPrice }) => costPrice ?? []);
  const [calls] = rows.flatMap(({ modelCalls }) => modelCalls ?? []);
  return {
    modelCalls: calls === undefined ? null : toModelCalls(tx, calls),
    costPrices: costPricesByName(costPrices),
    totallings: Map.groupBy(totallings, ({ eventName }) => eventName),
    metrics: Map.groupBy<string, MeasuringMetric>([...totallings, ...others], ({ eventName }) => eventName),
  };
}

/** A cost price with its metric, `p` and `m`, as JSON. Its unit cost is text, so that it keeps all digits. */
const COST_PRICE_JSON = `jsonb_build_object('id', p.id, 'metricId', p.metric_id, 'eventName', m.event_name,
  'properties', p.properties, 'unitCost', p.unit_cost::text, 'currency', p.currency,
  'from', floor(extract(epoch from p.valid_from) * 1000), 'until', floor(extract(epoch from p.valid_until) * 1000))`;

function costPricesByName(rows: readonly CostPriceJson[]): CostPricesByName {
  const prices = rows.map((row) => ({ ...row, unitCost: Decimal.of(row.unitCost) }));
  return Map.groupBy<string, CostPrice & { eventName: string }>(prices, ({ eventName }) => eventName);
}

/** The metrics without totals. */
export async function findUntotalledMetrics(tx: Tx): Promise<MeasuringMetric[]> {
  const rows = await tx.sql<MetricRow>(
    `select id, event_name, filters, aggregation, group_by from metric
     where organization_id = $1 and aggregation ->> 'method' in ${UNTOTALLED}`,
    [tx.organizationId],
  );
  return rows.map(toMeasuring);
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
