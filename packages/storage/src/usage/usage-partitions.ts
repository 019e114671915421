import type { Database } from "../database/database.ts";

/**
 * Creates the missing partitions of usage events from one month to another (any date in each month). Returns how many.
 */
export async function makeUsagePartitions(database: Database, first: string, last: string): Promise<number> {
  const [row] = await database.unscoped<{ made: number }>("select make_usage_partitions($1, $2) as made", [
    first,
    last,
  ]);
  return row?.made ?? 0;
}

/**
 * Deletes the usage events of all organizations in all months before that of the date. Returns how many partitions were
 * dropped.
 */
export async function dropUsageBefore(database: Database, month: string): Promise<number> {
  const [row] = await database.unscoped<{ dropped: number }>("select drop_usage_before($1) as dropped", [month]);
  return row?.dropped ?? 0;
}

/** True if a lock could not be taken because others held it for too long. The only remedy is to retry later. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === "55P03";
}

/** The organizations with totals to build or repair. */
export async function organizationsWithTotalsToMake(database: Database): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_totals_to_make()",
    [],
    "organizations-with-totals-to-make",
  );
  return rows.map((row) => row.organizationId);
}
