import type { MetricMade, PriceMade } from "../../journal/catalogue.ts";
import type { AuditedSubscription, Books } from "../books.ts";
import { Rational } from "../rational.ts";
import { type Counting, type Measured, measure } from "./measure.ts";

/** The usage of one combination of property values, as JSON with the names in order. */
export interface GroupUsage extends Measured {
  readonly values: string;
}

/** What the metrics of a price measured: together, by metric, and by combination of values. */
export interface PriceUsage extends Measured {
  readonly byMetric: ReadonlyMap<string, Rational>;
  /** What a matrix chooses its prices by. */
  readonly combinations: readonly GroupUsage[];
  /** What is billed line by line; none where the price is billed as a whole. */
  readonly groups: readonly GroupUsage[];
}

/** The quantities of several metrics are added (R-RATE-4), in all and group by group. */
export function measurePrice(
  books: Books,
  { made }: AuditedSubscription,
  price: PriceMade,
  counting: Counting,
): PriceUsage {
  const metrics = price.metricIds.map((id) => metricOf(books, id));
  const names = groupingOf(price, metrics);
  const measured = metrics.map((metric) => {
    const events = books.events.get(`${made.accountId} ${metric.eventName}`) ?? [];
    const own = (values: string) => events.filter(({ properties }) => valuesOf(names, properties) === values);
    const combinations = new Set(names.length === 0 ? [] : events.map(({ properties }) => valuesOf(names, properties)));
    const groups = [...combinations].map((values) => ({ values, ...measure(metric, own(values), counting) }));
    const shown = groups.filter(({ events: count, quantity }) => count > 0 || !quantity.isZero());
    return { id: metric.id, ...measure(metric, events, counting), groups: shown };
  });
  const combinations = [
    ...Map.groupBy(
      measured.flatMap(({ groups }) => groups),
      ({ values }) => values,
    ),
  ].map(([values, parts]) => ({ values, ...together(parts) }));
  return {
    ...together(measured),
    byMetric: new Map(measured.map(({ id, quantity }) => [id, quantity])),
    combinations,
    groups: price.type === "matrix" ? [] : combinations,
  };
}

function together(parts: readonly Measured[]): Measured {
  return {
    quantity: Rational.sum(parts.map(({ quantity }) => quantity)),
    events: parts.reduce((sum, { events }) => sum + events, 0),
  };
}

/** A matrix names its properties itself; prepaid units and expressions are of the whole usage. */
function groupingOf({ type, model }: PriceMade, metrics: readonly MetricMade[]): string[] {
  if (type === "matrix") return [...(model.dimensions ?? [])];
  if (type === "expression" || type.startsWith("prepaid")) return [];
  return [...new Set(metrics.flatMap(({ groupBy }) => groupBy))];
}

/** Text by name; a property that the event does not have is left out. */
function valuesOf(names: readonly string[], properties: Readonly<Record<string, string | number | boolean>>): string {
  const pairs = names.flatMap((name) => (name in properties ? [[name, String(properties[name])] as const] : []));
  return JSON.stringify(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function metricOf(books: Books, id: string): MetricMade {
  const metric = books.metrics.get(id);
  if (metric === undefined) throw new Error(`the journal knows no metric ${id}`);
  return metric;
}
