import { createClient } from "../database/hosts/connector.ts";
import { compareMigrations } from "../migrate.ts";
import { planMigration, type PlannedMigration } from "./plan-migration.ts";

/** What `migrate` would do to a database. */
export interface Upgrade {
  readonly pending: readonly PlannedMigration[];
  /** Migrations of a later release that the database already has. */
  readonly ahead: readonly string[];
}

/**
 * Compares the database at `ownerUrl` with this release, and plans each missing migration. Changes nothing, not even in
 * an empty database. Throws if a migration has changed since it was applied.
 */
export async function readUpgrade(ownerUrl: string): Promise<Upgrade> {
  const client = createClient(ownerUrl, { options: "-c TimeZone=UTC" });
  await client.connect();
  try {
    const { missing, ahead } = await compareMigrations(client);
    const pending: PlannedMigration[] = [];
    for (const { file, text } of missing) pending.push(await planMigration(client, file, text));
    return { pending, ahead };
  } finally {
    await client.end();
  }
}
