import { openDatabase, migrate } from "@counterfoil/storage";
import { createTestDatabase, serverAddress, startTestServer } from "@counterfoil/testkit/postgres";
import pg from "pg";

/** A PostgreSQL with one database, in which all runs create separate organizations. */
export interface SimulationServer {
  readonly version: string;
  /** Opens a pool as a new process of the platform would. */
  openDatabase(): ReturnType<typeof openDatabase>;
  /** The owner's connections, with which the auditor reads directly. */
  readonly owner: pg.Pool;
  stop(): Promise<void>;
}

/** Maximum connections of a process, which never does more than a few things at once. */
const CONNECTIONS = 3;

/** Starts a server, or creates a database on the shared one of this test run. */
export async function startSimulationServer(): Promise<SimulationServer> {
  const shared = process.env[serverAddress] !== undefined;
  const server = shared ? undefined : await startTestServer((ownerUrl) => migrate(ownerUrl));
  if (server !== undefined) process.env[serverAddress] = server.url;
  const database = await createTestDatabase();
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 });
  // A connection lost while idle is replaced by the next request.
  owner.on("error", () => undefined);
  const { rows } = await owner.query<{ server_version: string }>("show server_version");
  return {
    version: rows[0]?.server_version.split(" ")[0] ?? "?",
    openDatabase: () => openDatabase(database.appUrl, { connections: CONNECTIONS }),
    owner,
    async stop() {
      await owner.end();
      await database.drop();
      if (server === undefined) return;
      await server.stop();
    },
  };
}
