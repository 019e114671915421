import {
  type Aggregation,
  type AggregationMethod,
  type FilterGroup,
  invariant,
  type MetricDefinition,
  parseMetricDefinition,
} from "@counterfoil/engine";
import type { Tx } from "../../database/tx.ts";

/** A metric as its usage is totalled; what it measures never changes within a generation. */
export interface Totalling extends MetricDefinition {
  readonly generation: string;
}

/** Methods whose totals of parts give the total of the whole, and stay small (R-EVT-8). */
const TOTALLED: ReadonlySet<AggregationMethod> = new Set(["count", "sum", "average", "min", "max", "latest"]);

export function isTotalled({ method }: Aggregation): boolean {
  return TOTALLED.has(method);
}

interface TotallingRow {
  generation: string;
  eventName: string;
  filters: FilterGroup[];
  aggregation: object;
  groupBy: string[];
}

/** A generation is read once by a process, for it stays what it is. By organization too: numbers are of one database. */
const known = new Map<string, Totalling>();
const keyOf = (tx: Tx, generation: string) => `${tx.organizationId} ${generation}`;

export type TotallingsByName = ReadonlyMap<string, readonly Totalling[]>;

/** By event name, whatever is totalled of it at the moment, the rebuilding of which may still be under way. */
export async function findTotallings(tx: Tx, eventNames: readonly string[]): Promise<TotallingsByName> {
  const rows = await tx.sql<{ generation: string; eventName: string }>(
    "select generation, event_name from usage_totalling where organization_id = $1 and event_name = any($2)",
    [tx.organizationId, eventNames],
    "find-totallings",
  );
  const missing = rows.map((row) => row.generation).filter((generation) => !known.has(keyOf(tx, generation)));
  if (missing.length > 0) await learn(tx, missing);
  const found = rows.flatMap(({ generation }) => known.get(keyOf(tx, generation)) ?? []);
  return Map.groupBy(found, (totalling) => totalling.eventName);
}

async function learn(tx: Tx, generations: readonly string[]): Promise<void> {
  const rows = await tx.sql<TotallingRow>(
    `select generation, event_name, filters, aggregation, group_by from usage_totalling
     where organization_id = $1 and generation = any($2)`,
    [tx.organizationId, generations],
  );
  for (const row of rows) known.set(keyOf(tx, row.generation), toTotalling(row));
}

export function toTotalling({ generation, ...metric }: TotallingRow): Totalling {
  const parsed = parseMetricDefinition(metric);
  invariant(parsed.ok, `the totalling ${generation} is a valid definition`);
  return { generation, ...parsed.definition };
}
