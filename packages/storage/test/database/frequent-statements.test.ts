import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase, type Tx } from "../../src/index.ts";
import { frequentStatements } from "../../src/database/frequent-statements.ts";

let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Pool;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  owner = new pg.Pool({ connectionString: testDatabase.ownerUrl });
});

beforeEach(async () => {
  database = openDatabase(testDatabase.appUrl, { connections: 2 });
  await owner.query("drop table if exists thing");
  await owner.query("create table thing (name text primary key)");
  await owner.query("insert into thing values ('a'), ('b')");
  await owner.query("grant select, insert on thing to counterfoil_app");
});

afterAll(async () => {
  await owner.end();
  await testDatabase.drop();
});

const READ = "select * from thing where name = $1";

function inTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return database.transaction("org_1", work);
}

const preparedTexts = (tx: Tx) =>
  tx.sql<{ statement: string }>("select statement from pg_prepared_statements where statement like '%thing%'");

test("a statement that a transaction runs again and again is prepared, and returns rows for the values of each call", async () => {
  await inTransaction(async (tx) => {
    for (const name of ["a", "b", "a", "b", "a", "b", "c"]) {
      expect(await tx.sql(READ, [name])).toEqual(name === "c" ? [] : [{ name }]);
    }
    expect(await preparedTexts(tx)).toEqual([{ statement: READ }]);
  });
  await database.close();
});

test("a migration that adds a column to a prepared select is not noticed by transactions on any connection", async () => {
  const readTwice = () =>
    Promise.all(
      [0, 1].map(() =>
        inTransaction(async (tx) => {
          await tx.sql("select pg_sleep(0.05)");
          return tx.sql(READ, ["a"]);
        }),
      ),
    );
  for (let time = 0; time < 8; time += 1) expect(await readTwice()).toEqual([[{ name: "a" }], [{ name: "a" }]]);
  await owner.query("alter table thing add column size integer default 3");
  for (let time = 0; time < 4; time += 1) {
    expect(await readTwice()).toEqual([[{ name: "a", size: 3 }], [{ name: "a", size: 3 }]]);
  }
  await database.close();
});

test("only statements with a plan that fits all their values are named, and no more than 400", () => {
  const frequent = frequentStatements();
  const nameOf = (text: string, values: unknown[] | undefined = [1]) => {
    for (let time = 0; time < 5; time += 1) frequent.named({ text, ...(values && { values }) });
    return frequent.named({ text, ...(values && { values }) }).name;
  };
  expect(nameOf("select 1 where $1 = 1")).toBe("frequent-1");
  expect(nameOf("\n  with a as (select $1) select * from a")).toBe("frequent-2");
  expect(nameOf("fetch 500 from events")).toBeUndefined();
  expect(nameOf("select * from usage_event e where e.timestamp > $1")).toBeUndefined();
  expect(nameOf("select 1; select 2", [])).toBeUndefined();
  expect(frequent.named({ text: "select 1 where $1 = 1", values: [1], name: "own" }).name).toBe("own");
  frequent.forget();
  expect(nameOf("select 1 where $1 = 1")).toBe("frequent-3");
  const names = Array.from({ length: 500 }, (_, place) => nameOf(`select ${place} where $1 = 1`));
  expect(new Set(names.filter((name) => name !== undefined)).size).toBe(400);
});
