import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";

/** Names a folder for the reads of indexes in each test database: `npm run bench -- indexes` reads it. */
const chosenFolder = "COUNTERFOIL_TEST_INDEX_READS";

/** Before a test database is dropped, writes how often its indexes were read, if they are wanted. */
export async function keepIndexReads(databaseUrl: string, name: string): Promise<void> {
  const folder = process.env[chosenFolder];
  if (folder === undefined) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The index of a partition counts for the index of the whole table.
    const { rows } = await client.query<{ index: string; reads: number }>(
      `select coalesce(pg_partition_root(indexrelid), indexrelid)::regclass::text as index, sum(idx_scan)::float8 as reads
       from pg_stat_user_indexes where schemaname = 'public' group by 1`,
    );
    await writeFile(join(folder, `${name}.json`), JSON.stringify(rows));
  } finally {
    await client.end();
  }
}
