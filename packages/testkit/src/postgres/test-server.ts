import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startEmbeddedPostgres } from "@counterfoil/storage/embedded";
import pg from "pg";
import { templateName } from "./test-database.ts";

/** Names a PostgreSQL version of the system to test with, such as `15`, instead of the embedded one. */
const chosenServer = "COUNTERFOIL_TEST_POSTGRES";

/** A PostgreSQL server for one test run, with a migrated template database. */
export interface TestServer {
  /** The owner's URL of the maintenance database. */
  readonly url: string;
  /** "18.4", as the server reports it. */
  readonly version: string;
  stop(): Promise<void>;
}

/** A power failure could lose the last moments, but the server is several times faster. */
const unsafe = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };

/** Lets `pg_stat_statements` count every statement. */
const keepingStatements = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.max": "50000",
  "pg_stat_statements.track": "all",
};

/**
 * Starts a server in a new temporary folder and migrates its template database once. Stopping the server removes the
 * folder.
 * @param migrate migrates the database at the owner's URL to the current schema
 */
export async function startTestServer(
  migrate: (ownerUrl: string) => Promise<unknown>,
  { keepsStatements = false }: { readonly keepsStatements?: boolean } = {},
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-test-"));
  await chmod(folder, 0o755);
  const major = process.env[chosenServer] ?? "";
  const server = await startEmbeddedPostgres({
    folder,
    settings: { ...unsafe, ...(keepsStatements ? keepingStatements : {}) },
    ...(major === "" ? {} : { binaries: { folder: systemBinaries(major) } }),
  });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    await rm(dirname(server.dataFolder), { recursive: true, force: true });
  };
  try {
    const version = await makeTemplate(server.url, migrate);
    if (keepsStatements) await forgetStatements(server.url);
    return { url: server.url, version, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The statements of the migrations are none of the tests. */
async function forgetStatements(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("create extension pg_stat_statements; select pg_stat_statements_reset()");
  await client.end();
}

/** The folder of a major version's programs on Debian. */
function systemBinaries(major: string): string {
  const folder = `/usr/lib/postgresql/${major}/bin`;
  if (!existsSync(join(folder, "postgres"))) {
    throw new Error(
      `${chosenServer} is ${major}, but there is no ${folder}/postgres (apt-get install postgresql-${major})`,
    );
  }
  return folder;
}

/** Creates the template. A template cannot be copied while it has connections, so nothing connects to it later. */
async function makeTemplate(url: string, migrate: (ownerUrl: string) => Promise<unknown>): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create database ${templateName}`);
    const template = new URL(url);
    template.pathname = `/${templateName}`;
    await migrate(template.toString());
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version.split(" ")[0] ?? "?";
  } finally {
    await client.end();
  }
}
