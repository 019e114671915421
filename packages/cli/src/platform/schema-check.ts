import { organizationsWithDueWork } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import type { CommandServer } from "./command-server.ts";
import { serverName } from "./owner-connection.ts";
import type { Ports } from "./ports.ts";

/** What PostgreSQL answers where a table, a function or the whole schema is missing, and where our role may not log in. */
const NOT_MIGRATED: ReadonlySet<string> = new Set(["42883", "42P01", "42501", "28P01", "28000"]);

/** Asks the worker's first question, so that a database nobody migrated is told in words and at once. */
export async function refuseUnmigrated(
  { database, clock }: Ports,
  { ownerUrl, isEmbedded }: CommandServer,
): Promise<void> {
  try {
    await organizationsWithDueWork(database, clock.now());
  } catch (error) {
    if (!NOT_MIGRATED.has((error as { code?: string }).code ?? "")) throw error;
    const remedy = isEmbedded ? '"npm start" brings it there.' : 'Run "npm run counterfoil -- migrate" first.';
    throw new CommandError(`The database at ${serverName(ownerUrl)} is not of this release. ${remedy}`, 1, {
      cause: error,
    });
  }
}
