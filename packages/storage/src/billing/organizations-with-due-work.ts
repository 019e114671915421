import type { Database } from "../database/database.ts";

/**
 * The organizations that have something to bill or issue by `now`, credit that expires, or a test clock that is
 * advancing.
 */
export async function organizationsWithDueWork(database: Database, now: string): Promise<string[]> {
  const rows = await database.unscoped<{ organizationId: string }>(
    `select organization_id from organizations_with_due_work($1)
     union select organization_id from organizations_with_due_credit($1)`,
    [now],
    "organizations-with-due-work",
  );
  return rows.map((row) => row.organizationId);
}
