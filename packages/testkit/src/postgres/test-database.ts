import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { applicationUrl, peopleUrl, takeLockOrderViolations, watchLockOrder } from "@counterfoil/storage";
import pg from "pg";
import { keepIndexReads } from "./index-reads.ts";

/** The environment variable with the server's URL for the test files. */
export const serverAddress = "COUNTERFOIL_TEST_SERVER";

/** The environment variable with the URL of PgBouncer in front of the server, if tests run through it. */
export const poolerAddress = "COUNTERFOIL_TEST_POOLER_ADDRESS";

/** The database from which every test database is copied. */
export const templateName = "counterfoil_template";

/** A database for one test file, with the current schema and no rows. */
export interface TestDatabase {
  /** The URL of the owner, a superuser: for changes that bypass the platform. */
  readonly ownerUrl: string;
  /** The URL of the platform's role, to which row-level security applies. */
  readonly appUrl: string;
  /** The URL of the sign-in role, which can access nothing else. */
  readonly peopleUrl: string;
  /** Ends all connections and drops the database. Fails if a transaction of this process violated the lock order. */
  drop(): Promise<void>;
}

/** Copies the migrated template on the server of this run: about 70 ms. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(templateName);
}

/** Creates an unmigrated database. */
export function createBareDatabase(): Promise<TestDatabase> {
  return createDatabase("template1");
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const server = process.env[serverAddress];
  if (server === undefined) {
    throw new Error(`${serverAddress} is not set: a test that needs PostgreSQL belongs to the project "database"`);
  }
  watchLockOrder();
  const name = `test_${randomBytes(8).toString("hex")}`;
  await onServer(server, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  const address = new URL(server);
  address.pathname = `/${name}`;
  const ownerUrl = address.toString();
  return {
    ownerUrl,
    appUrl: throughPooler(applicationUrl(ownerUrl)),
    peopleUrl: throughPooler(peopleUrl(ownerUrl)),
    async drop() {
      await onServer(server, async (client) => {
        await connectionsClosed(client, name);
        await keepIndexReads(ownerUrl, name);
        await client.query(`drop database if exists ${name} with (force)`);
      });
      const violations = takeLockOrderViolations();
      if (violations.length > 0)
        throw new Error(`the lock order was violated:\n${[...new Set(violations)].join("\n")}`);
    },
  };
}

function throughPooler(url: string): string {
  const pooler = process.env[poolerAddress];
  if (pooler === undefined) return url;
  const { host, port } = new URL(pooler);
  const address = new URL(url);
  address.searchParams.delete("host");
  [address.host, address.port] = [host, port];
  return address.toString();
}

/**
 * Waits up to a second for connections that are closing. A pool reports its end before the server has read it. If the
 * drop then terminated such a connection, it would report an error without a listener.
 */
async function connectionsClosed(client: pg.Client, name: string): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) {
    const { rowCount } = await client.query("select 1 from pg_stat_activity where datname = $1 limit 1", [name]);
    if (rowCount === 0) return;
    await setTimeout(20);
  }
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
