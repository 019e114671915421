import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOf } from "../../src/database/list-of.ts";

let testDatabase: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  owner = new pg.Client({ connectionString: testDatabase.ownerUrl });
  await owner.connect();
  await owner.query("create table sample (id text primary key, word text not null)");
  await owner.query("insert into sample select 's' || n, md5(n::text) from generate_series(1, 10000) as n");
  await owner.query("analyze sample");
});

afterAll(async () => {
  await owner.end();
  await testDatabase.drop();
});

const RUNS = 12;

/** Looks up one row at a time, and returns how often PostgreSQL planned with the values and without them. */
async function plansOf(name: string, list: string): Promise<{ found: string[]; custom: number; generic: number }> {
  const found: string[] = [];
  for (let run = 1; run <= RUNS; run += 1) {
    const { rows } = await owner.query<{ id: string }>({
      name,
      text: `select id from sample where id = any(${list}) order by id`,
      values: [[`s${run}`]],
    });
    found.push(...rows.map(({ id }) => id));
  }
  const { rows } = await owner.query<{ custom: number; generic: number }>(
    "select custom_plans::integer as custom, generic_plans::integer as generic from pg_prepared_statements where name = $1",
    [name],
  );
  return { found, ...(rows[0] ?? { custom: NaN, generic: NaN }) };
}

test("PostgreSQL keeps the plan of a look-up by a list that it does not see, and plans others each time", async () => {
  const found = Array.from({ length: RUNS }, (_, index) => `s${index + 1}`);
  expect(await plansOf("seen", "$1::text[]")).toEqual({ found, custom: RUNS, generic: 0 });
  expect(await plansOf("hidden", listOf(1))).toEqual({ found, custom: 5, generic: RUNS - 5 });
});

test("a list of many, of none and with null finds what it names", async () => {
  const text = `select count(*)::integer as count from sample where id = any(${listOf(1)})`;
  const many = Array.from({ length: 5_000 }, (_, index) => `s${index * 3}`);
  for (const [list, count] of [
    [many, 3_333],
    [[], 0],
    [["s1", null, "unknown"], 1],
    [null, 0],
  ] as const) {
    const { rows } = await owner.query<{ count: number }>(text, [list]);
    expect(rows).toEqual([{ count }]);
  }
});
