import type { Database } from "../database/database.ts";

/** Makes the missing partitions of usage events from one month to another (dates of any day in them); answers how many. */
export async function makeUsagePartitions(database: Database, first: string, last: string): Promise<number> {
  const [row] = await database.unscoped<{ made: number }>("select make_usage_partitions($1, $2) as made", [
    first,
    last,
  ]);
  return row?.made ?? 0;
}

/** Drops usage events of all months before that of the date, of all organizations; answers how many partitions went. */
export async function dropUsageBefore(database: Database, month: string): Promise<number> {
  const [row] = await database.unscoped<{ dropped: number }>("select drop_usage_before($1) as dropped", [month]);
  return row?.dropped ?? 0;
}

/** True for the refusal of a lock that others held for too long: trying again later is all there is to do. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === "55P03";
}

/** Organizations whose totals have something to be made or mended. */
export async function organizationsWithTotalsToMake(database: Database): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    "select organization_id from organizations_with_totals_to_make()",
    [],
    "organizations-with-totals-to-make",
  );
  return rows.map((row) => row.organizationId);
}
