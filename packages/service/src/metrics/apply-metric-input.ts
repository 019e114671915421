import { isDeepStrictEqual } from "node:util";
import { metricDefinitionToWire, parseMetricDefinition } from "@counterfoil/engine";
import type { MetricRow } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import type { MetricInput } from "./metric.ts";

export interface AppliedMetric {
  readonly metric: MetricRow;
  readonly faults: readonly Fault[];
}

/** The members that define what a metric measures. A published price fixes them. */
type Definition = Pick<MetricRow, "eventName" | "filters" | "aggregation" | "groupBy">;

/**
 * The metric with a caller's members merged into it, its definition in the canonical form for storage, and all faults.
 * If there are faults, the definition is unchanged.
 */
export function applyMetricInput(metric: MetricRow, input: MetricInput): AppliedMetric {
  const { eventName, filters, filterGroups, aggregation, groupBy, ...rest } = input;
  const namesFilters = filters !== undefined || filterGroups !== undefined;
  const parsed = parseMetricDefinition({
    eventName: eventName ?? metric.eventName,
    aggregation: aggregation === undefined ? metric.aggregation : aggregation,
    groupBy: groupBy === undefined ? metric.groupBy : groupBy,
    ...(namesFilters ? { filters, filterGroups } : { filters: metric.filters }),
  });
  const merged = { ...metric, ...rest };
  if (!parsed.ok) return { metric: merged, faults: parsed.faults };
  return { metric: { ...merged, ...definitionOf(metricDefinitionToWire(parsed.definition)) }, faults: [] };
}

/** Whether two metrics have the same definition. */
export function measuresTheSame(metric: MetricRow, other: MetricRow): boolean {
  return isDeepStrictEqual(definitionOf(metric), definitionOf(other));
}

function definitionOf(wire: object): Definition {
  const { eventName, filters, aggregation, groupBy } = wire as Definition;
  return { eventName, filters, aggregation, groupBy };
}
