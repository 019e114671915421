import { createBareDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../src/migrate.ts";

let testDatabase: TestDatabase;
let server: pg.Client;

beforeAll(async () => {
  testDatabase = await createBareDatabase();
  await migrate(testDatabase.ownerUrl, undefined, "0114_notes_by_statement.sql");
  server = new pg.Client({ connectionString: testDatabase.ownerUrl });
  await server.connect();
  // Of two that wait for each other, PostgreSQL ends the one that looks for deadlocks first: the migration.
  await server.query("set deadlock_timeout = '1min'");
  await server.query(`alter database ${new URL(testDatabase.ownerUrl).pathname.slice(1)} set deadlock_timeout = '4s'`);
});

afterAll(async () => {
  await server.end();
  await testDatabase.drop();
});

test("a migration that deadlocks with a running server runs again once the server's transaction has ended", async () => {
  await server.query("begin");
  await server.query("select from version_price_group");
  const begun: string[] = [];
  const file = "0115_one_reference.sql";
  const migrated = migrate(testDatabase.ownerUrl, (one) => begun.push(one), file);
  // The migration has the first table and waits for the last one, and the server waits for the first one.
  const waiting = `select from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await server.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1);
  await server.query("select from account_alias");
  await server.query("commit");
  expect((await migrated).applied).toEqual([file]);
  expect(begun).toEqual([file, file]);
});
