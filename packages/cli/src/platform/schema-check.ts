import { organizationsWithDueWork } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import { INVOCATION, START } from "../invocation.ts";
import type { CommandServer } from "./command-server.ts";
import { serverName } from "./owner-connection.ts";
import type { Ports } from "./ports.ts";

/** SQLSTATE codes for a missing table, function or schema, and for our role's missing right to log in. */
const NOT_MIGRATED: ReadonlySet<string> = new Set(["42883", "42P01", "42501", "28P01", "28000"]);

/** Runs the worker's first query, so that an unmigrated database is reported at once with a clear message. */
export async function refuseUnmigrated(
  { database, clock }: Ports,
  { ownerUrl, isEmbedded }: CommandServer,
): Promise<void> {
  try {
    await organizationsWithDueWork(database, clock.now());
  } catch (error) {
    if (!NOT_MIGRATED.has((error as { code?: string }).code ?? "")) throw error;
    const remedy = isEmbedded ? `Run "${START}" to migrate it.` : `Run "${INVOCATION} migrate" first.`;
    throw new CommandError(
      `The database at ${serverName(ownerUrl)} does not have the schema of this release. ${remedy}`,
      1,
      {
        cause: error,
      },
    );
  }
}
