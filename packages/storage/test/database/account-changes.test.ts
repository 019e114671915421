import { createTestDatabase, insertOrganizations, type TestDatabase } from "@counterfoil/testkit/postgres";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

let testDatabase: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await insertOrganizations(testDatabase.ownerUrl, ["org"]);
  owner = new pg.Client({ connectionString: testDatabase.ownerUrl });
  await owner.connect();
  await owner.query(
    `insert into account (organization_id, id, name, currency, created_at, updated_at)
     select 'org', id, id, 'EUR', now(), now() from unnest(array['a', 'b', 'c']) id`,
  );
  await owner.query(
    `insert into credit_grant (organization_id, id, account_id, currency, amount, balance, priority, effective_at,
       product_ids, created_at, updated_at)
     select 'org', account || n, account, 'EUR', 10, 10, 0, now(), '{}', now(), now()
     from unnest(array['a', 'b', 'c']) account, generate_series(1, 2) n`,
  );
});

beforeEach(() => owner.query("delete from account_change"));

afterAll(async () => {
  await owner.end();
  await testDatabase.drop();
});

async function noted(statement: string): Promise<string[]> {
  await owner.query(statement);
  const { rows } = await owner.query<{ account: string }>(
    "select account_id as account from account_change order by 1",
  );
  return rows.map(({ account }) => account);
}

test("a statement that writes several rows of an account notes it once", async () => {
  expect(await noted("update credit_grant set priority = 1 where account_id in ('a', 'b')")).toEqual(["a", "b"]);
});

test("a row that moves notes both accounts, and a deleted row its account", async () => {
  expect(await noted("update credit_grant set account_id = 'b' where id = 'c1'")).toEqual(["b", "c"]);
  expect(await noted("delete from credit_grant where id = 'a1'")).toEqual(["a", "b", "c"]);
});

test("a statement that writes no row notes nothing", async () => {
  expect(await noted("update credit_grant set priority = 2 where id = 'none'")).toEqual([]);
});

test("statements of one transaction note an account once, and none if it is rolled back", async () => {
  await owner.query("begin");
  expect(await noted("update credit_grant set priority = 3; update credit_grant set priority = 4")).toEqual([
    "a",
    "b",
    "c",
  ]);
  await owner.query("rollback");
  expect(await noted("select")).toEqual([]);
});

test("folding notes totals, also next to a change of the account in the same transaction", async () => {
  const kinds = async () => {
    const { rows } = await owner.query<{ kind: string }>(
      "select account_id || case when of_totals then ' totals' else ' account' end as kind from account_change order by 1",
    );
    return rows.map(({ kind }) => kind);
  };
  await owner.query(
    `insert into usage_increment (organization_number, account_id, last_sequence, totals)
     select number, unnest(array['a', 'b']), 1, '[]' from organization where id = 'org'`,
  );
  expect(await kinds()).toEqual([]);
  await owner.query("begin");
  await owner.query("delete from usage_increment");
  await owner.query("update credit_grant set priority = 5 where account_id = 'a'");
  await owner.query("commit");
  expect(await kinds()).toEqual(["a account", "a totals", "b totals"]);
});
