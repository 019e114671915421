import { migrate } from "@counterfoil/storage";
import { createBareDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { asOwner } from "../../src/platform/owner-connection.ts";
import { finished } from "../running-command.ts";

// R-DIST-3

let database: TestDatabase;
beforeAll(async () => void (database = await createBareDatabase()));
afterAll(() => database.drop());

const run = (...words: string[]) => finished(["migrate", ...words], { DATABASE_URL: database.ownerUrl });
const rows = (sql: string) => asOwner(database.ownerUrl, (owner) => owner.rows(sql));
const tables = () => rows("select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace");

test("migrate --check says what is pending in an empty database, and creates nothing in it", async () => {
  const { code, output } = await run("--check");
  expect(output).toMatch(/\d\d migrations are pending/);
  expect(output).toContain("0001_foundation.sql: under 1 s, locks no existing table");
  expect(code).toBe(4);
  expect(await tables()).toEqual([]);
});

test("migrate --check says which tables a migration locks, who waits, and about how long", async () => {
  await migrate(database.ownerUrl, undefined, "0079_electronic_notes.sql");
  const { code, output } = await run("--check", "--json");
  const { pending } = JSON.parse(output) as { pending: { file: string; locks: object[]; seconds: number }[] };
  const outbox = pending.find(({ file }) => file === "0082_one_outbox.sql");
  expect(outbox?.locks).toContainEqual(
    expect.objectContaining({
      table: "mail",
      mode: "ACCESS EXCLUSIVE",
      work: "rows",
      waiting: "reads and writes wait",
    }),
  );
  expect(code).toBe(4);

  const printed = (await run("--check")).output;
  expect(printed).toMatch(
    /0082_one_outbox\.sql: under 1 s\n(?: {2}.*\n)* {2}mail +ACCESS EXCLUSIVE +reads and writes wait under 1 s/,
  );
  expect(printed).toMatch(/Nothing was changed/);
  expect((await rows("select count(*)::int as n from schema_migration where file > '0080'"))[0]).toEqual({ n: 0 });
});

test("migrate --check exits with 0 when nothing is pending", async () => {
  expect(await run()).toMatchObject({ code: 0 });
  const { code, output } = await run("--check");
  expect(output).toContain("is up to date: no migration is pending.");
  expect(code).toBe(0);
});

test("a database ahead of this release is left as it is, with the next step", async () => {
  await rows("insert into schema_migration (file, sha256) values ('9999_future.sql', '')");
  for (const words of [[], ["--check"]]) {
    const { code, output } = await run(...words);
    expect(output).toContain(
      "is ahead of this release: it has migrations that this release does not know (9999_future.sql)",
    );
    expect(output).toContain("Run the release that migrated it, or a later one.");
    expect(code).toBe(1);
  }
});
