import { compareText } from "../compare-text.ts";
import { Decimal } from "../decimal/decimal.ts";
import type { Aggregation } from "../metering/aggregation.ts";
import { matchesFilters } from "../metering/matches-filters.ts";
import type { MetricDefinition } from "../metering/metric-definition.ts";
import { propertyOf, propertyText, type Properties } from "../metering/property.ts";
import { countedDecimal } from "../metering/unreadable-value.ts";
import {
  modelCallCost,
  type ModelCostBasis,
  type ModelPricing,
  type UnpricedCall,
} from "./model-prices/model-call-cost.ts";

/** What one unit of a metric costs the seller, from an instant on (R-COST-1). */
export interface CostPrice {
  readonly id: string;
  readonly metricId: string;
  /** Values that an event must have, as text. {} matches every event. */
  readonly properties: Readonly<Record<string, string>>;
  readonly unitCost: Decimal;
  readonly currency: string;
  /** Half-open, in milliseconds since 1970. A null end leaves the price in force until a later one replaces it. */
  readonly from: number;
  readonly until: number | null;
}

/** A metric that may count an event. */
export interface CostedMetric extends Pick<MetricDefinition, "filters" | "aggregation"> {
  readonly metricId: string;
}

export interface CostedEvent {
  readonly values: Properties;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The cost that was sent with the event. */
  readonly cost?: SentCost | undefined;
}

/** A cost that a sender states. */
export interface SentCost {
  readonly amount: Decimal;
  readonly currency: string;
}

/** A part of what an event costs: at most one for each metric. */
export interface EventCost {
  /** Empty if no metric counts the event. */
  readonly metricId: string;
  readonly amount: Decimal;
  readonly currency: string;
  /** What the amount of a cost price was computed from; null for other costs. */
  readonly computed: { readonly quantity: Decimal; readonly unitCost: Decimal; readonly costPriceId: string } | null;
  /** What the cost of a model call was computed from; null for other costs. */
  readonly modelCall: ModelCostBasis | null;
}

/**
 * What an event costs the seller. A sent cost is all of it, and belongs to the oldest metric that counts the event.
 * Otherwise each metric with a matching cost price adds quantity × unit cost, exactly: nothing is rounded. None if no cost
 * price applies; one of zero if it applies to a quantity of zero.
 */
export function eventCosts(
  event: CostedEvent,
  metrics: readonly CostedMetric[],
  prices: readonly CostPrice[],
): EventCost[] {
  if (event.cost !== undefined) {
    return [{ metricId: oldestMetric(event, metrics), ...event.cost, computed: null, modelCall: null }];
  }
  return [...Map.groupBy(prices, ({ metricId }) => metricId)].flatMap(([metricId, own]): EventCost[] => {
    const metric = metrics.find((one) => one.metricId === metricId);
    const price = priceFor(event, own);
    if (metric === undefined || price === undefined || !matchesFilters(metric.filters, event.values)) return [];
    const quantity = costedQuantity(metric.aggregation, event.values);
    if (quantity === undefined) return [];
    const { id: costPriceId, unitCost, currency } = price;
    const computed = { quantity, unitCost, costPriceId };
    return [{ metricId, amount: quantity.times(unitCost), currency, computed, modelCall: null }];
  });
}

/**
 * What a model call costs for which neither a cost was sent nor a cost price applies (R-AI-1). It is the whole cost of the
 * event, and belongs to the oldest metric that counts the event. No costs and `unpriced` if the model has no price.
 */
export function modelCosts(
  event: CostedEvent,
  metrics: readonly CostedMetric[],
  pricing: ModelPricing,
): { costs: EventCost[]; unpriced?: UnpricedCall } {
  const cost = modelCallCost(event, pricing);
  if (cost.kind === "unpriced") return { costs: [], unpriced: cost };
  const { amount, currency, basis } = cost;
  return { costs: [{ metricId: oldestMetric(event, metrics), amount, currency, computed: null, modelCall: basis }] };
}

/** Empty if no metric counts the event. IDs are in the order of creation. */
function oldestMetric({ values }: CostedEvent, metrics: readonly CostedMetric[]): string {
  const counting = metrics.filter(({ filters }) => matchesFilters(filters, values));
  return counting.map(({ metricId }) => metricId).toSorted(compareText)[0] ?? "";
}

/** Whether single events of a metric have a quantity, so that a unit cost can be applied to each of them. */
export function isCostable({ method }: Aggregation): boolean {
  return method === "count" || method === "sum";
}

/** What one event adds to a metric. Undefined if the metric cannot read it, or is not a sum of its events. */
function costedQuantity(aggregation: Aggregation, values: Properties): Decimal | undefined {
  switch (aggregation.method) {
    case "count":
      return Decimal.ofInteger(1);
    case "sum": {
      const value = propertyOf(values, aggregation.field);
      return value === undefined ? undefined : countedDecimal(value);
    }
    default:
      return undefined;
  }
}

/** The price in force at the event: the one with the most properties, and of these the latest. */
function priceFor({ values, at }: CostedEvent, prices: readonly CostPrice[]): CostPrice | undefined {
  return prices
    .filter(({ from, until, properties }) => from <= at && (until === null || at < until) && hasAll(values, properties))
    .toSorted(
      (a, b) =>
        Object.keys(b.properties).length - Object.keys(a.properties).length ||
        b.from - a.from ||
        compareText(b.id, a.id),
    )[0];
}

function hasAll(values: Properties, wanted: CostPrice["properties"]): boolean {
  return Object.entries(wanted).every(([name, text]) => {
    const value = propertyOf(values, name);
    return value !== undefined && propertyText(value) === text;
  });
}
