import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, DatabaseAway, openDatabase } from "../../src/index.ts";

let testDatabase: TestDatabase;
let database: Database;
let owner: pg.Pool;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.appUrl, { applicationName: "lookups" });
  owner = new pg.Pool({ connectionString: testDatabase.ownerUrl });
  await owner.query("create table thing (organization_id text, name text)");
  await owner.query("alter table thing enable row level security");
  await owner.query("create policy apart on thing using (organization_id = (select current_organization()))");
  await owner.query("grant select on thing to counterfoil_app");
  await owner.query("insert into thing select 'org_' || n, 'thing of ' || n from generate_series(0, 9) n");
});

afterAll(async () => {
  await database.close();
  await owner.end();
  await testDatabase.drop();
});

/** A named statement without an organization: only the row-level policy hides the others' rows. */
function lookUp(organizationId: string): Promise<unknown[]> {
  return database.read(organizationId, (tx) => tx.sql("select * from thing", [], "every-thing"));
}

/** Resolves when the connection has ended: a later one is not hit. */
const killLane = () =>
  owner.query("select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = 'lookups'");

test("lookups of many organizations on one connection see only their own rows (R-ORG-1)", async () => {
  const asked = Array.from({ length: 1_000 }, (_, n) => (n * 7) % 10);
  const answers = await Promise.all(asked.map((n) => lookUp(`org_${n}`)));
  expect(answers).toEqual(asked.map((n) => [{ organizationId: `org_${n}`, name: `thing of ${n}` }]));
  const { rows } = await owner.query("select 1 from pg_stat_activity where application_name = 'lookups'");
  expect(rows).toHaveLength(1);
});

test("a failing statement does not affect others", async () => {
  const wrong = database.read("org_1", (tx) => tx.sql("select 1 / $1::int", [0], "divide"));
  const [failed, ...others] = await Promise.allSettled([wrong, lookUp("org_1"), lookUp("org_2")]);
  expect(failed).toMatchObject({ status: "rejected", reason: { code: "22012" } });
  expect(others).toMatchObject([
    { status: "fulfilled", value: [{ name: "thing of 1" }] },
    { status: "fulfilled", value: [{ name: "thing of 2" }] },
  ]);
});

test("replaces a lost connection, whether idle or in use", async () => {
  for (let round = 0; round < 10; round += 1) {
    const answers = Array.from({ length: 50 }, (_, n) => lookUp(`org_${n % 10}`));
    await killLane();
    for (const [n, answer] of (await Promise.all(answers)).entries()) {
      expect(answer).toMatchObject([{ name: `thing of ${n % 10}` }]);
    }
  }
});

test("prepares a statement again after a migration made it invalid", async () => {
  expect(await lookUp("org_3")).toEqual([{ organizationId: "org_3", name: "thing of 3" }]);
  await owner.query("alter table thing add column size integer");
  expect(await lookUp("org_3")).toEqual([{ organizationId: "org_3", name: "thing of 3", size: null }]);
});

test("returns no answer for another organization when setting the organization was canceled", async () => {
  await lookUp("org_4");
  const canceling = Array.from({ length: 40 }, () =>
    owner.query("select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'lookups'"),
  );
  const asked = Array.from({ length: 400 }, (_, n) => n % 10);
  const answers = await Promise.allSettled(asked.map((n) => lookUp(`org_${n}`)));
  await Promise.all(canceling);
  for (const [index, answer] of answers.entries()) {
    if (answer.status === "fulfilled") expect(answer.value).toMatchObject([{ name: `thing of ${asked[index]}` }]);
  }
});

test("reports an unreachable database as unavailable, for lookups too", async () => {
  const closed = openDatabase("postgres://unknown:wrong@127.0.0.1:1/none");
  const named = closed.read("org_1", (tx) => tx.sql("select 1", [], "one"));
  await expect(named).rejects.toBeInstanceOf(DatabaseAway);
  await expect(closed.read("org_1", (tx) => tx.sql("select 1"))).rejects.toBeInstanceOf(DatabaseAway);
  await closed.close();
});
