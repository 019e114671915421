import type { Database } from "../database/database.ts";
import { migrationFiles } from "../migrate.ts";

const UNDEFINED_FUNCTION = "42883";

/**
 * The migrations of this release that the database lacks. One that has more is of a later release, whose migrations are safe while
 * this one runs (R-OPS-3).
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
    // Older than the function, or empty.
    if ((error as { code?: string }).code === UNDEFINED_FUNCTION) return [];
    throw error;
  }
}
