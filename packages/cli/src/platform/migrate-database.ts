import { migrate } from "@counterfoil/storage";
import { CommandError } from "../command.ts";
import { serverName } from "./owner-connection.ts";

/** Brings the database to this release and answers the files that it applied. What stands in the way is said in a sentence. */
export async function migrateDatabase(
  ownerUrl: string,
  onProgress: (file: string) => void,
): Promise<readonly string[]> {
  try {
    return (await migrate(ownerUrl, onProgress)).applied;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`The database ${serverName(ownerUrl)} could not be migrated: ${reason}`, 1, { cause });
  }
}
