import type { Database } from "../database/database.ts";

/**
 * What a statement sees of the server at the moment, as text: which transactions that write have ended and which still
 * run. Two equal texts mean that nothing was committed in between, in any database of the server, so that every query
 * would return the same. It reads no table and writes nothing.
 */
export async function readState(database: Database): Promise<string> {
  const [row] = await database.unscoped<{ state: string }>(
    "select pg_current_snapshot()::text as state",
    [],
    "database-state",
  );
  return row?.state ?? "";
}
