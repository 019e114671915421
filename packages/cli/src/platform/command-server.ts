import { findEmbeddedPostgres, holdsInstance } from "@counterfoil/storage/embedded";
import { CommandError } from "../command.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { START } from "../invocation.ts";
import { findRunning } from "../start/started-file.ts";
import { openDatabaseServer } from "./database-server.ts";

/** The PostgreSQL server that a command uses. */
export interface CommandServer {
  readonly ownerUrl: string;
  readonly isEmbedded: boolean;
  /** Stops the server if the command started it. */
  stop(): Promise<void>;
}

type Place = Pick<Configuration, "databaseUrl" | "dataFolder" | "walArchive">;

/**
 * Returns the server at DATABASE_URL, if it answers and is not too old. Without it, returns the embedded server of the data folder: that of a running
 * `npm start`, or one that runs only during the command. Prints its choice to standard error. Fails if the folder has
 * no database.
 */
export async function reachServer({ databaseUrl, dataFolder, walArchive }: Place): Promise<CommandServer> {
  if (databaseUrl !== null) {
    const { ownerUrl, stop } = await openDatabaseServer({ databaseUrl, dataFolder, walArchive }, () => undefined);
    return { ownerUrl, isEmbedded: false, stop };
  }
  const running = await findRunning(dataFolder);
  if (running !== undefined) {
    const found = await findEmbeddedPostgres(dataFolder);
    if (found?.claimant !== running.pid) {
      throw new CommandError(
        `The server at ${running.url} uses an external database. Set DATABASE_URL to the same URL that it was started with.`,
      );
    }
    console.error(`Using the database of ${running.url}, in ${dataFolder}`);
    return { ownerUrl: found.url, isEmbedded: true, stop: () => Promise.resolve() };
  }
  if (!(await holdsInstance(dataFolder))) {
    throw new CommandError(
      `There is no database in ${dataFolder} yet. Run "${START}" to create one, choose another folder with --data FOLDER, ` +
        "or set DATABASE_URL to a PostgreSQL server, postgres://user:password@host:5432/database.",
    );
  }
  console.error(`Starting the database in ${dataFolder} for this command`);
  const { ownerUrl, stop } = await openDatabaseServer({ databaseUrl, dataFolder, walArchive }, (line) =>
    console.error(`  ${line}`),
  );
  return { ownerUrl, isEmbedded: true, stop };
}
