import { DatabaseAhead, migrate } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import { serverName } from "./owner-connection.ts";

/**
 * Migrates the database to this release and returns the names of the applied files. Throws a one-sentence error if it
 * cannot.
 */
export async function migrateDatabase(
  ownerUrl: string,
  onProgress: (file: string) => void,
): Promise<readonly string[]> {
  try {
    return (await migrate(ownerUrl, onProgress)).applied;
  } catch (cause) {
    if (cause instanceof DatabaseAhead) throw new CommandError(aheadText(ownerUrl, cause.files), 1, { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`The database ${serverName(ownerUrl)} could not be migrated: ${reason}`, 1, { cause });
  }
}

/** Why this release does not touch a database of a later release, and what to do. */
export function aheadText(ownerUrl: string, files: readonly string[]): string {
  const most = 3;
  const names = files.slice(0, most).join(", ") + (files.length > most ? ` and ${files.length - most} more` : "");
  return [
    `The database ${serverName(ownerUrl)} is ahead of this release: it has migrations that this release does not know (${names}).`,
    "Nothing was changed. Run the release that migrated it, or a later one. To return to this release, restore a backup",
    "from before the upgrade.",
  ].join("\n");
}
