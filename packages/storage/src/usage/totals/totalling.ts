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

/** A metric as its usage is totalled; what it measures never changes within a generation. */
export interface Totalling extends MetricDefinition {
  readonly generation: string;
  readonly metricId: string;
}

/** Methods whose totals of parts give the total of the whole, and stay small (R-EVT-8). */
const TOTALLED: ReadonlySet<AggregationMethod> = new Set(["count", "sum", "average", "min", "max", "latest"]);

export function isTotalled({ method }: Aggregation): boolean {
  return TOTALLED.has(method);
}

type TotallingRow = Pick<
  Row<"usageTotalling">,
  "generation" | "metricId" | "eventName" | "filters" | "aggregation" | "groupBy"
>;

/** A generation is read once by a process, for it stays what it is. By organization too: numbers are of one database. */
const TOTALLINGS: MemoryOf<Map<string, Totalling>> = { begin: () => new Map() };
const keyOf = (tx: Tx, generation: string) => `${tx.organizationId} ${generation}`;

export type TotallingsByName = ReadonlyMap<string, readonly Totalling[]>;

/** What is totalled under these generations, the rebuilding of which may still be under way. */
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
