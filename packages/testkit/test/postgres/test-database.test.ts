import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../src/postgres/index.ts";

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

test("each test database has the schema and no data of another one", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  onTestFinished(async () => {
    await Promise.all([one.drop(), other.drop()]);
  });
  await ask(one.ownerUrl, "create table only_here (id int)");
  const tables = "select 1 from pg_tables where tablename =";
  expect(await ask(one.ownerUrl, `${tables} 'only_here'`)).toHaveLength(1);
  expect(await ask(other.ownerUrl, `${tables} 'only_here'`)).toHaveLength(0);
  expect(await ask(other.ownerUrl, `${tables} 'organization'`)).toHaveLength(1);
});

test("the application's URL logs in as a role that cannot bypass row-level security (R-ORG-1)", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const role = "select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = current_user";
  expect(await ask(database.appUrl, role)).toEqual([{ rolsuper: false, rolbypassrls: false, rolcanlogin: true }]);
});
