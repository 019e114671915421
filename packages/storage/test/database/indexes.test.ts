import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createTestDatabase, insertOrganizations } from "@counterfoil/testkit/postgres";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { namedAccount } from "../../src/accounts/named-account.ts";

/** IDs that other systems gave. They are compared with values of requests only. */
const FOREIGN = /^(external|provider|provider_payment|provider_refund|customer|payment_method)_id$/;

test("indexed IDs have the collation C, so that a comparison of two of them can use the index", async () => {
  const schema = await readFile(join(import.meta.dirname, "../../schema.sql"), "utf8");
  const others = new Set<string>();
  for (const [, table, body = ""] of schema.matchAll(/^create table (\w+) \((.*?)^\);/gms)) {
    for (const [, column] of body.matchAll(/^ {2}(\w*id) text(?! collate "C")/gm)) others.add(`${table}.${column}`);
  }
  expect(others.size).toBeGreaterThan(5);
  const indexed = [...schema.matchAll(/^CREATE (?:UNIQUE )?INDEX \w+ ON public\.(\w+) USING btree \(([^)]*)\)/gm)];
  expect(indexed.length).toBeGreaterThan(100);
  const found = indexed.flatMap(([, table, columns = ""]) =>
    columns.split(", ").flatMap((column) => (others.has(`${table}.${column}`) ? [`${table}.${column}`] : [])),
  );
  expect(found.filter((name) => !FOREIGN.test(name.split(".")[1] ?? ""))).toEqual([]);
});

test("an account is found by its index among many, by ID or alias", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  const app = new pg.Client({ connectionString: database.appUrl });
  await owner.connect();
  await app.connect();
  onTestFinished(async () => {
    await app.end();
    await owner.end();
  });
  await insertOrganizations(database.ownerUrl, ["org_1"]);
  await owner.query(
    `insert into account (organization_id, id, name, currency, created_at, updated_at)
     select 'org_1', 'acct_' || n, 'Account', 'EUR', now(), now() from generate_series(1, 5000) n`,
  );
  await owner.query("analyze account");
  await app.query("select set_config('counterfoil.organization_id', 'org_1', false)");
  const { rows } = await app.query<{ "QUERY PLAN": string }>(
    `explain (generic_plan) select * from account where organization_id = $1 and id = ${namedAccount("$2::text")}`,
  );
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toMatch(/Index Scan using account_pkey on account .*\n.*Index Cond: .*organization_id = .* AND \(id = /);
});
