import {
  createTestDatabase,
  isPgBouncerInstalled,
  type PgBouncer,
  startPgBouncer,
  type TestDatabase,
} from "@counterfoil/testkit/postgres";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Database, findPooling, openDatabase, openPeopleDatabase } from "../../src/index.ts";

let testDatabase: TestDatabase;
let bouncer: PgBouncer | undefined;
let database: Database | undefined;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const owner = new pg.Client({ connectionString: testDatabase.ownerUrl });
  await owner.connect();
  await owner.query("create table thing (organization_id text, name text)");
  await owner.query("alter table thing enable row level security");
  await owner.query("create policy apart on thing using (organization_id = (select current_organization()))");
  await owner.query("grant select on thing to counterfoil_app");
  await owner.query("insert into thing select 'org_' || n, 'thing of ' || n from generate_series(0, 9) n");
  await owner.end();
});
afterEach(async () => {
  await database?.close();
  await bouncer?.stop();
  [database, bouncer] = [undefined, undefined];
});
afterAll(() => testDatabase.drop());

async function throughPgBouncer(mode: "session" | "transaction", ...settings: string[]): Promise<string> {
  const urls = [testDatabase.appUrl, testDatabase.peopleUrl];
  bouncer = await startPgBouncer({ mode, urls, settings: ["ignore_startup_parameters = options", ...settings] });
  return bouncer.through(testDatabase.appUrl);
}

/** Statements without an organization: only the row-level policy hides the others' rows. */
const lookUp = (opened: Database, organizationId: string): Promise<{ name: string }[]> =>
  opened.read(organizationId, (tx) => tx.sql("select name from thing", [], "every-thing"));
const readUnnamed = (opened: Database, organizationId: string): Promise<{ name: string }[]> =>
  opened.read(organizationId, (tx) => tx.sql("select name from thing"));
const transact = (opened: Database, organizationId: string): Promise<{ name: string }[]> =>
  opened.transaction(organizationId, async (tx) => {
    await tx.sql("select pg_sleep(0.002)");
    return tx.sql("select name from thing");
  });

/** Sends requests of many organizations at once and returns the wrong answers. */
async function askAll(
  opened: Database,
  rounds: number,
): Promise<{ wrong: unknown[]; errors: unknown[]; right: number }> {
  const asked = Array.from({ length: rounds }, (_, n) => `${n % 10}`).flatMap((n) =>
    [lookUp, readUnnamed, transact].map((ask) => ({ n, answer: ask(opened, `org_${n}`) })),
  );
  const answers = await Promise.allSettled(asked.map(({ answer }) => answer));
  const wrong: unknown[] = [];
  const errors: unknown[] = [];
  for (const [index, answer] of answers.entries()) {
    if (answer.status === "rejected") errors.push(answer.reason);
    else if (JSON.stringify(answer.value) !== JSON.stringify([{ name: `thing of ${asked[index]?.n}` }]))
      wrong.push(answer.value);
  }
  return { wrong, errors, right: answers.length - wrong.length - errors.length };
}

test("recognizes a direct connection (R-OPS-1)", async () => {
  expect(await findPooling(testDatabase.appUrl)).toBe("direct");
});

test.skipIf(!isPgBouncerInstalled).each([
  ["session", [], "session"],
  ["transaction", [], "transaction"],
  ["transaction", ["server_round_robin = 1"], "transaction"],
  ["transaction", ["default_pool_size = 1"], "transaction"],
  ["statement", [], "statement"],
] as const)("recognizes PgBouncer in %s mode with %j as %s", async (mode, settings, found) => {
  bouncer = await startPgBouncer({ mode, urls: [testDatabase.appUrl], settings });
  for (let look = 0; look < 5; look += 1) {
    expect(await findPooling(bouncer.through(testDatabase.appUrl))).toBe(found);
  }
});

test.skipIf(!isPgBouncerInstalled).each([
  ["session", []],
  ["transaction", []],
  ["transaction", ["server_round_robin = 1", "default_pool_size = 4"]],
  ["transaction", ["default_pool_size = 1"]],
] as const)(
  "returns each organization its own rows through PgBouncer in %s mode with %j (R-HA-2, R-ORG-1)",
  async (mode, settings) => {
    database = openDatabase(await throughPgBouncer(mode, ...settings));
    expect(await askAll(database, 200)).toEqual({ wrong: [], errors: [], right: 600 });
  },
);

test.skipIf(!isPgBouncerInstalled)(
  "a statement outside any organization cannot read rows, whatever the backend served before (R-HA-2, R-ORG-1)",
  async () => {
    database = openDatabase(await throughPgBouncer("transaction", "default_pool_size = 1"));
    const setting = "select current_setting('counterfoil.organization_id', true) as setting";
    for (let n = 0; n < 10; n += 1) {
      expect(await lookUp(database, "org_1")).toEqual([{ name: "thing of 1" }]);
      await expect(database.unscoped("select name from thing")).rejects.toThrow("statement without an organization");
      expect(await database.unscoped(setting)).toEqual([{ setting: "" }]);
    }
  },
);

test.skipIf(!isPgBouncerInstalled)("a change of the pooling mode interrupts nothing (R-HA-2)", async () => {
  database = openDatabase(await throughPgBouncer("session", "server_round_robin = 1"));
  expect((await askAll(database, 20)).errors).toEqual([]);
  await bouncer?.setMode("transaction");
  for (let round = 0; round < 20; round += 1) {
    expect(await askAll(database, 20)).toEqual({ wrong: [], errors: [], right: 60 });
  }
});

test.skipIf(!isPgBouncerInstalled)(
  "sign-in statements find their schema on every backend, also in a transaction (R-HA-2, R-USER-1)",
  async () => {
    await throughPgBouncer("transaction", "server_round_robin = 1", "default_pool_size = 3");
    const people = openPeopleDatabase(bouncer?.through(testDatabase.peopleUrl) ?? "");
    try {
      const counts = Array.from({ length: 40 }, () =>
        people.sql("select count(*) as people from person", [], "count-people"),
      );
      expect(new Set((await Promise.all(counts)).map((rows) => JSON.stringify(rows)))).toEqual(
        new Set(['[{"people":"0"}]']),
      );
      const session = await people.pool.connect();
      await session.query("begin");
      const { rows } = await session.query("select count(*)::int as people from person where email <> $1", ["a@b.c"]);
      await session.query("commit");
      session.release();
      expect(rows).toEqual([{ people: 0 }]);
    } finally {
      await people.close();
    }
  },
);

test.skipIf(!isPgBouncerInstalled)(
  "reads instants in UTC through a pooler that drops the requested time zone",
  async () => {
    const url = await throughPgBouncer("session");
    const owner = new pg.Client({ connectionString: testDatabase.ownerUrl });
    await owner.connect();
    const name = new URL(testDatabase.ownerUrl).pathname.slice(1);
    await owner.query(`alter database ${name} set timezone = 'Asia/Tokyo'`);
    await owner.end();
    database = openDatabase(url);
    const instant = "select timestamptz '2026-01-31T08:00:00Z' as instant";
    const read = (text?: string) => database?.unscoped<{ instant: string }>(instant, [], text);
    expect(await read()).toEqual([{ instant: "2026-01-31T08:00:00.000Z" }]);
    expect(await read("an-instant")).toEqual([{ instant: "2026-01-31T08:00:00.000Z" }]);
    const inTransaction = await database.transaction("org_1", (tx) => tx.sql(instant));
    expect(inTransaction).toEqual([{ instant: "2026-01-31T08:00:00.000Z" }]);
    const people = openPeopleDatabase(bouncer?.through(testDatabase.peopleUrl) ?? "");
    try {
      expect(await people.sql(instant)).toEqual([{ instant: "2026-01-31T08:00:00.000Z" }]);
      expect(await people.sql("select count(*) as people from person")).toEqual([{ people: "0" }]);
    } finally {
      await people.close();
    }
  },
);
