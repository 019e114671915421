import type { Tx } from "../../database/tx.ts";

/** Totals from which a metric can be read. */
export interface CompleteTotalling {
  metricId: string;
  generation: string;
  groupBy: string[];
}

/**
 * The complete totals of these metrics, by metric. A metric whose totals are being rebuilt is missing and is measured
 * from its events.
 */
export async function findCompleteTotallings(
  tx: Tx,
  metricIds: readonly string[],
): Promise<ReadonlyMap<string, CompleteTotalling>> {
  const rows = await tx.sql<CompleteTotalling>(
    `select metric_id, generation, group_by from usage_totalling
     where organization_id = $1 and metric_id = any($2) and completed_at is not null`,
    [tx.organizationId, metricIds],
    "find-complete-totallings",
  );
  return new Map(rows.map((row) => [row.metricId, row]));
}
