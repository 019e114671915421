import { writeFile } from "node:fs/promises";
import pg from "pg";

/** Writes the statements that the server has run in all its databases, with how often, as JSON. */
export async function writeStatements(serverUrl: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ query: string; calls: string }>(
      "select query, sum(calls) as calls from pg_stat_statements group by query",
    );
    await writeFile(file, JSON.stringify(rows.map(({ query, calls }) => ({ query, calls: Number(calls) }))));
  } finally {
    await client.end();
  }
}
