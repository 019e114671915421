import { Decimal } from "../decimal/decimal.ts";
import type { Fault } from "../wire/fault.ts";
import { unitsToWire, whenComplete, Wire } from "../wire/wire.ts";
import { aggregationMethods, type Aggregation } from "./aggregation.ts";
import { filtersToWire, parseFilters } from "./filter-wire.ts";
import type { FilterGroup } from "./filter.ts";
import { readGroupBy } from "./group-by.ts";

/** Which events a metric measures, and how they become a number (R-MET-1, R-MET-2). */
export interface MetricDefinition {
  readonly eventName: string;
  readonly filters: readonly FilterGroup[];
  readonly aggregation: Aggregation;
  /** Names of the properties that split the usage into lines; usually empty. */
  readonly groupBy: readonly string[];
}

export type ParsedMetricDefinition =
  | { readonly ok: true; readonly definition: MetricDefinition }
  | { readonly ok: false; readonly faults: readonly Fault[] };

const maximumNameLength = 255;

/**
 * Reads the members that define a metric: `eventName`, `aggregation`, `filters` (or `filterGroups`) and `groupBy`. It
 * ignores other members (name, description …). Reports every wrong member.
 */
export function parseMetricDefinition(metric: object): ParsedMetricDefinition {
  const wire = Wire.root(metric);
  const definition = whenComplete<MetricDefinition>({
    eventName: wire.member("eventName").text(maximumNameLength),
    filters: readFilters(wire),
    aggregation: readAggregation(wire.member("aggregation")),
    groupBy: readGroupBy(wire.member("groupBy")),
  });
  return definition === undefined || wire.faults.length > 0
    ? { ok: false, faults: wire.faults }
    : { ok: true, definition };
}

/** The faults of the members that define a metric; empty if the metric can measure. */
export function metricFaults(metric: object): readonly Fault[] {
  const parsed = parseMetricDefinition(metric);
  return parsed.ok ? [] : parsed.faults;
}

/** The defining members in API form. */
export function metricDefinitionToWire({ eventName, filters, aggregation, groupBy }: MetricDefinition): object {
  return { eventName, filters: filtersToWire(filters), aggregation: aggregationToWire(aggregation), groupBy };
}

function aggregationToWire(aggregation: Aggregation): object {
  const { method, field } = aggregation;
  return method === "percentile"
    ? { method, field, percentile: unitsToWire(aggregation.percentile) }
    : { method, field };
}

function readFilters(wire: Wire): FilterGroup[] | undefined {
  const [filters, filterGroups] = [wire.member("filters"), wire.member("filterGroups")];
  if (filterGroups.isAbsent()) return parseFilters(filters);
  if (filters.isAbsent()) return parseFilters(filterGroups);
  return filterGroups.refuse("duplicate", "filterGroups is another name for filters. Send only one of them.");
}

function readAggregation(wire: Wire): Aggregation | undefined {
  if (!wire.isObjectOf(["method", "field", "percentile"])) return undefined;
  const method = wire.member("method").oneOf(aggregationMethods);
  if (method === undefined) return undefined;
  if (method !== "percentile") refusePercentile(wire.member("percentile"));
  if (method === "count") return readCount(wire.member("field"));
  const field = wire.member("field").text(maximumNameLength);
  if (method !== "percentile") return field === undefined ? undefined : { method, field };
  return whenComplete<Aggregation>({ method, field, percentile: readPercentile(wire.member("percentile")) });
}

function readCount(field: Wire): Aggregation | undefined {
  if (field.isAbsent()) return { method: "count", field: null };
  return field.refuse("invalid_value", "The method count counts events and takes no field. Leave it out.");
}

function refusePercentile(wire: Wire): void {
  if (!wire.isAbsent()) wire.refuse("invalid_value", "Applies only to the method percentile. Leave it out.");
}

const oneHundred = Decimal.of("100");
/** A share smaller than one event in a hundred million is the same as no events. */
const smallestPercentile = Decimal.of("0.000001");

function readPercentile(wire: Wire): Decimal | undefined {
  const percentile = wire.units();
  if (percentile === undefined) return undefined;
  if (percentile.compare(smallestPercentile) >= 0 && percentile.compare(oneHundred) <= 0) return percentile;
  return wire.refuse("invalid_value", "Must be at least 0.000001 and at most 100.");
}
