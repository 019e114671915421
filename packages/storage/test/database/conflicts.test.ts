import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Database, openDatabase, TransactionConflict, type Tx, withinTransaction } from "../../src/index.ts";

// When PostgreSQL aborts a transaction because of a conflict, the whole transaction runs again, and its first attempt
// has no effect.

let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Pool;

const ATTEMPTS = 4;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const conflictRetries = { mostTimes: ATTEMPTS, firstMilliseconds: 1, longestMilliseconds: 5 };
  database = openDatabase(testDatabase.appUrl, { applicationName: "conflicts", conflictRetries });
  owner = new pg.Pool({ connectionString: testDatabase.ownerUrl });
  await owner.query("create table thing (name text primary key)");
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

const RAISE = (code: string) => `do $$ begin raise exception using errcode = '${code}'; end $$`;

async function names(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>("select name from thing order by name");
  return rows.map((row) => row.name);
}

const insert = (tx: Tx, name: string) => tx.sql("insert into thing (name) values ($1)", [name]);
const lock = (tx: Tx, key: number) => tx.sql("select pg_advisory_xact_lock($1)", [key]);

test("two transactions that wait for each other both succeed", async () => {
  const bothHoldOne = Promise.withResolvers<void>();
  let holding = 0;
  const crossing = (first: number, second: number, name: string) =>
    database.transaction("org_1", async (tx) => {
      await lock(tx, first);
      holding += 1;
      if (holding === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await insert(tx, name);
      await lock(tx, second);
      return name;
    });
  expect(await Promise.all([crossing(1, 2, "a"), crossing(2, 1, "b")])).toEqual(["a", "b"]);
  // One of them ran twice.
  expect(holding).toBe(3);
  expect(await names()).toEqual(["a", "b"]);
});

test.each(["40P01", "40001"])("retries the whole transaction after %s in a statement", async (code) => {
  let attempts = 0;
  await database.transaction("org_1", async (tx) => {
    attempts += 1;
    await insert(tx, `attempt ${attempts}`);
    if (attempts < 3) await tx.sql(RAISE(code));
  });
  expect(await names()).toEqual(["attempt 3"]);
});

test.each(["23505", "23P01"])("finds the row that another transaction inserted (%s) by retrying", async (code) => {
  let attempts = 0;
  await database.transaction("org_1", async (tx) => {
    attempts += 1;
    await insert(tx, `attempt ${attempts}`);
    if (attempts < 3) tx.send(RAISE(code), [], `raise-${code}`);
  });
  expect(await names()).toEqual(["attempt 3"]);
});

test("reports a permanent unique violation as a failure, and skips a part that fails with it", async () => {
  let attempts = 0;
  const failing = database.transaction("org_1", async (tx) => {
    attempts += 1;
    await tx.sql(RAISE("23505"));
  });
  await expect(failing).rejects.toMatchObject({ code: "23505" });
  expect(attempts).toBe(4);
  await database.transaction("org_1", async (tx) => {
    await insert(tx, "the rest");
    await withinTransaction(database, tx)
      .transaction("org_1", (inner) => inner.sql(RAISE("23505")))
      .catch(() => undefined);
  });
  expect(await names()).toEqual(["the rest"]);
});

test("retries after a conflict of a sent statement or of the commit", async () => {
  let attempts = 0;
  await database.transaction("org_1", async (tx) => {
    attempts += 1;
    await insert(tx, `attempt ${attempts}`);
    if (attempts === 1) tx.send(RAISE("40P01"), [], "raise");
  });
  expect(await names()).toEqual(["attempt 2"]);
});

test("retries the outermost transaction even if a part catches the conflict as its own failure", async () => {
  let attempts = 0;
  const swallowed: unknown[] = [];
  await database.transaction("org_1", async (tx) => {
    attempts += 1;
    await insert(tx, `attempt ${attempts}`);
    const part = withinTransaction(database, tx).transaction("org_1", async (inner) => {
      await insert(inner, `part ${attempts}`);
      if (attempts === 1) await inner.sql(RAISE("40P01"));
    });
    await part.catch((error: unknown) => swallowed.push(error));
    if (attempts === 1) await expect(insert(tx, "afterwards")).rejects.toBeInstanceOf(TransactionConflict);
  });
  expect(swallowed).toEqual([expect.any(TransactionConflict)]);
  expect(await names()).toEqual(["attempt 2", "part 2"]);
});

test("gives up after the maximum number of conflicts and leaves nothing", async () => {
  let attempts = 0;
  const given = database.transaction("org_1", async (tx) => {
    attempts += 1;
    await insert(tx, `attempt ${attempts}`);
    await tx.sql(RAISE("40001"));
  });
  await expect(given).rejects.toBeInstanceOf(TransactionConflict);
  expect(attempts).toBe(ATTEMPTS);
  expect(await names()).toEqual([]);
});

test("retries a single statement outside a transaction", async () => {
  await owner.query("create sequence tries");
  await owner.query("grant usage on sequence tries to counterfoil_app");
  // A sequence ignores rollbacks: the first attempt raises an error, the second one returns.
  await owner.query(`create function second_time() returns bigint language plpgsql as $$
    declare tried bigint := nextval('tries');
    begin
      if tried = 1 then raise exception using errcode = '40P01'; end if;
      return tried;
    end $$`);
  expect(await database.unscoped("select second_time() as tried")).toEqual([{ tried: "2" }]);
});

test("reports any other failure at once", async () => {
  let attempts = 0;
  const failing = database.transaction("org_1", async (tx) => {
    attempts += 1;
    await tx.sql(RAISE("23514"));
  });
  await expect(failing).rejects.toMatchObject({ code: "23514" });
  expect(attempts).toBe(1);
});
