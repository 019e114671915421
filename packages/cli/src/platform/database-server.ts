import { startEmbeddedPostgres } from "@counterfoil/storage/embedded";
import { CommandError } from "../command.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { asOwner, serverName } from "./owner-connection.ts";
import { refusePooler } from "./refuse-pooler.ts";

/** The PostgreSQL server of a process. */
export interface DatabaseServer {
  readonly ownerUrl: string;
  /** For the user: "PostgreSQL 18.4, embedded". */
  readonly said: string;
  /** Resolves when the embedded server ends, with the reason; never for an external server. */
  readonly exited: Promise<string>;
  /** Stops the embedded server; does nothing to an external one. */
  stop(): Promise<void>;
}

const OLDEST_VERSION = 15;

/** Connects to the server at `databaseUrl`, or starts the embedded one on the data folder. */
export async function openDatabaseServer(
  { databaseUrl, dataFolder, walArchive }: Pick<Configuration, "databaseUrl" | "dataFolder" | "walArchive">,
  onProgress: (line: string) => void,
): Promise<DatabaseServer> {
  if (databaseUrl !== null) {
    await refusePooler(databaseUrl, "DATABASE_URL");
    const version = await serverVersion(databaseUrl);
    const said = `PostgreSQL ${version} at ${serverName(databaseUrl)}`;
    return { ownerUrl: databaseUrl, said, exited: new Promise(() => undefined), stop: () => Promise.resolve() };
  }
  const server = await startEmbeddedPostgres({ folder: dataFolder, walArchive: walArchive ?? undefined, onProgress });
  try {
    const said = `PostgreSQL ${await serverVersion(server.url)}, data in ${dataFolder}`;
    return { ownerUrl: server.url, said, exited: server.exited, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function serverVersion(ownerUrl: string): Promise<string> {
  const [row] = await asOwner(ownerUrl, (owner) => owner.rows<{ server_version: string }>("show server_version"));
  const version = row?.server_version.split(" ")[0] ?? "?";
  if (Number.parseInt(version, 10) < OLDEST_VERSION) {
    throw new CommandError(
      `${serverName(ownerUrl)} is PostgreSQL ${version}; Counterfoil requires ${OLDEST_VERSION} or later. ` +
        "Upgrade the server, or set DATABASE_URL to a newer one. Nothing was changed.",
    );
  }
  return version;
}
