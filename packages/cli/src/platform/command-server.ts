import { findEmbeddedPostgres, holdsInstance } from "@counterfoil/storage/embedded";
import { CommandError } from "../command.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { findRunning } from "../start/started-file.ts";
import { openDatabaseServer } from "./database-server.ts";

/** The PostgreSQL that a short command works on. */
export interface CommandServer {
  readonly ownerUrl: string;
  readonly isEmbedded: boolean;
  /** Stops a server that was started for the command; any other is left alone. */
  stop(): Promise<void>;
}

type Place = Pick<Configuration, "databaseUrl" | "dataFolder" | "walArchive">;

/**
 * The server at DATABASE_URL; without one the embedded server of the data folder: that of an `npm start` that runs, or one
 * started for as long as the command works. Which one is said on standard error. A folder without a database gets none.
 */
export async function reachServer({ databaseUrl, dataFolder, walArchive }: Place): Promise<CommandServer> {
  if (databaseUrl !== null) return { ownerUrl: databaseUrl, isEmbedded: false, stop: () => Promise.resolve() };
  const running = await findRunning(dataFolder);
  if (running !== undefined) {
    const found = await findEmbeddedPostgres(dataFolder);
    if (found?.claimant !== running.pid) {
      throw new CommandError(
        `What runs at ${running.url} has a database server of its own: set DATABASE_URL to the address it was started with.`,
      );
    }
    console.error(`Uses the database of ${running.url}, in ${dataFolder}`);
    return { ownerUrl: found.url, isEmbedded: true, stop: () => Promise.resolve() };
  }
  if (!(await holdsInstance(dataFolder))) {
    throw new CommandError(
      `There is no database in ${dataFolder} yet: "npm start" makes one. --data FOLDER names another folder, and ` +
        "DATABASE_URL a PostgreSQL server, postgres://user:password@host:5432/database.",
    );
  }
  console.error(`Starts the database in ${dataFolder} for as long as this takes`);
  const { ownerUrl, stop } = await openDatabaseServer({ databaseUrl, dataFolder, walArchive }, (line) =>
    console.error(`  ${line}`),
  );
  return { ownerUrl, isEmbedded: true, stop };
}
