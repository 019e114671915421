import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../../packages/storage/src/embedded/index.ts";
import { migrate, openDatabase, type Database } from "../../packages/storage/src/index.ts";

/** A separate durable PostgreSQL, and this process as its only client. */
export interface BillingPlatform {
  readonly database: Database;
  /** The owner's connection, which bypasses row-level security: for rows that only add volume. */
  readonly owner: pg.Client;
  readonly ownerUrl: string;
  stop(): Promise<void>;
}

/** @param settings PostgreSQL settings */
export async function startBillingPlatform(settings: Readonly<Record<string, string>> = {}): Promise<BillingPlatform> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
  const server = await startEmbeddedPostgres({ folder, settings });
  const { appUrl } = await migrate(server.url);
  const database = openDatabase(appUrl);
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  return {
    database,
    owner,
    ownerUrl: server.url,
    async stop() {
      await owner.end();
      await database.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dirname(server.dataFolder), { recursive: true, force: true });
    },
  };
}
