import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { applicationUrl, peopleUrl, takeLockOrderViolations, watchLockOrder } from "@counterfoil/storage";
import pg from "pg";

/** Where the global setup leaves the server's address for the test files. */
export const serverAddress = "COUNTERFOIL_TEST_SERVER";

/** The database that every test database is a copy of. */
export const templateName = "counterfoil_template";

/** A database of its own for one test file, with the current schema and no rows. */
export interface TestDatabase {
  /** As the owner, a superuser: for what a test does behind the platform's back. */
  readonly ownerUrl: string;
  /** As the platform connects: the role that row-level security binds. */
  readonly appUrl: string;
  /** As people sign in: the role that reaches nothing else. */
  readonly peopleUrl: string;
  /** Ends all connections and removes it. Fails where a transaction of this process locked against the order. */
  drop(): Promise<void>;
}

/** Copies the migrated template on this run's server: about 70 ms. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(templateName);
}

/** One that nobody migrated yet. */
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
    appUrl: applicationUrl(ownerUrl),
    peopleUrl: peopleUrl(ownerUrl),
    async drop() {
      await onServer(server, async (client) => {
        await connectionsClosed(client, name);
        await client.query(`drop database if exists ${name} with (force)`);
      });
      const violations = takeLockOrderViolations();
      if (violations.length > 0)
        throw new Error(`the lock order was violated:\n${[...new Set(violations)].join("\n")}`);
    },
  };
}

/**
 * Waits up to a second for connections that are being closed. The end of a pool answers before the server has read it,
 * and a connection that the drop then terminates reports an error that nobody listens to any more.
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
