import {
  type Aggregation,
  type AggregationMethod,
  invariant,
  type MetricDefinition,
  parseMetricDefinition,
} from "@counterfoil/engine";
import type { MemoryOf } from "../../database/memory.ts";
import type { Tx } from "../../database/tx.ts";
import type { Row } from "../../row.ts";

/** A metric with totals. Its definition never changes within a generation. */
export interface Totalling extends MetricDefinition {
  readonly generation: string;
  readonly metricId: string;
}

/** The methods for which totals of parts can be combined to the total of the whole, and stay small (R-EVT-8). */
const TOTALLED: ReadonlySet<AggregationMethod> = new Set(["count", "sum", "average", "min", "max", "latest"]);

export function isTotalled({ method }: Aggregation): boolean {
  return TOTALLED.has(method);
}

type TotallingRow = Pick<
  Row<"usageTotalling">,
  "generation" | "metricId" | "eventName" | "filters" | "aggregation" | "groupBy"
>;

/**
 * A process reads a generation only once, because it never changes. The key includes the organization, because all
 * organizations of a database share the numbers of generations.
 */
const TOTALLINGS: MemoryOf<Map<string, Totalling>> = { begin: () => new Map() };
const keyOf = (tx: Tx, generation: string) => `${tx.organizationId} ${generation}`;

export type TotallingsByName = ReadonlyMap<string, readonly Totalling[]>;

/** The definitions of these generations, which may still be rebuilding. */
export async function totallingOf(tx: Tx, generations: readonly string[]): Promise<Totalling[]> {
  const known = tx.memory.recall(TOTALLINGS);
  const missing = generations.filter((generation) => !known.has(keyOf(tx, generation)));
  if (missing.length > 0) await learn(tx, missing);
  return generations.flatMap((generation) => known.get(keyOf(tx, generation)) ?? []);
}

async function learn(tx: Tx, generations: readonly string[]): Promise<void> {
  const rows = await tx.sql<TotallingRow>(
    `select generation, metric_id, event_name, filters, aggregation, group_by from usage_totalling
     where organization_id = $1 and generation = any($2)`,
    [tx.organizationId, generations],
  );
  const known = tx.memory.recall(TOTALLINGS);
  for (const row of rows) known.set(keyOf(tx, row.generation), toTotalling(row));
}

export function toTotalling({ generation, metricId, ...metric }: TotallingRow): Totalling {
  const parsed = parseMetricDefinition(metric);
  invariant(parsed.ok, `the totalling ${generation} is a valid definition`);
  return { generation, metricId, ...parsed.definition };
}
