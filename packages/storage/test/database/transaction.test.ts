import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, DatabaseAway, openDatabase, type Tx } from "../../src/index.ts";

let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Pool;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.appUrl, { applicationName: "transaction" });
  owner = new pg.Pool({ connectionString: testDatabase.ownerUrl });
  await owner.query("create table thing (name text primary key check (name <> ''))");
  await owner.query("grant select, insert on thing to counterfoil_app");
});

beforeEach(async () => {
  await owner.query("truncate thing");
});

afterAll(async () => {
  await database.close();
  await owner.end();
  await testDatabase.drop();
});

function send(tx: Tx, name: string): void {
  tx.send("insert into thing (name) values ($1)", [name], "insert-thing");
}

async function names(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>("select name from thing order by name");
  return rows.map((row) => row.name);
}

test("commits sent statements before the transaction returns", async () => {
  const answer = await database.transaction("org_1", (tx) => {
    send(tx, "a");
    send(tx, "b");
    return Promise.resolve("done");
  });
  expect(answer).toBe("done");
  expect(await names()).toEqual(["a", "b"]);
});

test("a transaction fails with a failed sent statement, whatever runs before and after it, and leaves nothing", async () => {
  const inTheMiddle = database.transaction("org_1", (tx) => {
    for (const name of ["a", "", "b"]) send(tx, name);
    return Promise.resolve();
  });
  await expect(inTheMiddle).rejects.toMatchObject({ code: "23514" });
  // The awaited statement fails because of the one before it, and the earlier failure is reported.
  const before = database.transaction("org_1", async (tx) => {
    send(tx, "");
    await tx.sql("select 1");
  });
  await expect(before).rejects.toMatchObject({ code: "23514" });
  expect(await names()).toEqual([]);
  await database.transaction("org_1", async (tx) => send(tx, "c"));
  expect(await names()).toEqual(["c"]);
});

test("does not commit when the work ignores a failure", async () => {
  const passedOver = database.transaction("org_1", async (tx) => {
    send(tx, "a");
    await tx.sql("select 1 / 0").catch(() => undefined);
  });
  await expect(passedOver).rejects.toThrow("the transaction was rolled back");
  expect(await names()).toEqual([]);
});

test("reports a connection lost during the commit as an unavailable database", async () => {
  const lost = database.transaction("org_1", async (tx) => {
    send(tx, "a");
    tx.send("select pg_terminate_backend(pg_backend_pid())", [], "end-connection");
  });
  await expect(lost).rejects.toBeInstanceOf(DatabaseAway);
  expect(await names()).toEqual([]);
});

test("rejects sending outside a transaction, where no commit would wait for it", async () => {
  const outside = database.read("org_1", async (tx) => send(tx, "a"));
  await expect(outside).rejects.toThrow("a statement is sent in a transaction");
});
