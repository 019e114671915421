import type { Database } from "../database/database.ts";
import { migrationFiles } from "../migrate.ts";

const UNDEFINED_FUNCTION = "42883";

/**
 * The migrations of this release that the database lacks. A database may have more, from a later release, whose
 * migrations are safe while this release runs (R-OPS-3).
 */
export async function missingMigrations(database: Database): Promise<string[]> {
  const files = await migrationFiles();
  const applied = new Set(await appliedMigrations(database));
  return files.filter((file) => !applied.has(file));
}

async function appliedMigrations(database: Database): Promise<string[]> {
  try {
    const rows = await database.unscoped<{ file: string }>(
      "select file from applied_migrations() as file",
      [],
      "applied-migrations",
    );
    return rows.map(({ file }) => file);
  } catch (error) {
    // The database is empty, or older than the function.
    if ((error as { code?: string }).code === UNDEFINED_FUNCTION) return [];
    throw error;
  }
}
