import { readFile } from "node:fs/promises";
import { createBareDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate, migrationFiles } from "../../src/migrate.ts";
import { splitStatements } from "../../src/upgrade/split-statements.ts";
import { statementEffects } from "../../src/upgrade/statement-effects.ts";
import { claimedLocks, observeLocks } from "./observed-locks.ts";

// R-DIST-3: what `migrate --check` says about locks is what PostgreSQL does.

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createBareDatabase();
  await migrate(database.ownerUrl, undefined, "0000");
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/**
 * Runs a statement in its own transaction, and compares its locks with those that we claim. On empty tables PostgreSQL
 * may skip reading, so only locks and rewrites are compared.
 */
async function compare(statement: string, end: "commit" | "rollback", areEmpty = false): Promise<readonly string[]> {
  const said = (locks: readonly string[]) => (areEmpty ? locks.map((lock) => lock.replace(", reads rows", "")) : locks);
  const effects = statementEffects(statement);
  expect(effects, `unknown kind of statement: ${statement}`).toBeDefined();
  await owner.query("begin");
  const claimed = await claimedLocks(owner, effects ?? []);
  const observed = await observeLocks(owner, statement);
  await owner.query(end);
  expect({ statement, locks: said(claimed) }).toEqual({ statement, locks: said(observed) });
  return observed;
}

test("every statement of every migration is known, and takes the locks that we claim", async () => {
  let statements = 0;
  let locks = 0;
  for (const file of await migrationFiles()) {
    const text = await readFile(new URL(`../../migrations/${file}`, import.meta.url), "utf8");
    for (const statement of splitStatements(text)) {
      statements += 1;
      locks += (await compare(statement, "commit", true)).length;
    }
  }
  expect(statements).toBeGreaterThan(700);
  expect(locks).toBeGreaterThan(400);
});

const TABLES = `
  create table parent (id integer primary key, name text);
  create table child (id integer primary key, parent_id integer, amount numeric not null default 0,
    constraint child_parent_fkey foreign key (parent_id) references parent (id));
  alter table child add constraint child_amount_check check (amount >= 0) not valid;
  create table other (id integer primary key, parent_id integer);
  create table list (id integer) partition by range (id);
  create table list_low partition of list for values from (0) to (100);
  create view child_name as select id, amount from child;
  create function nothing() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger child_trigger before insert on child for each row execute function nothing();
  create index child_amount on child (amount);
  create index parent_name on parent (name);
  create policy child_policy on child using (true);
  insert into parent select n, 'x' from generate_series(1, 50) n;
  insert into child select n, n, n from generate_series(1, 50) n;
  insert into other select n, n from generate_series(1, 50) n;
  insert into list select n from generate_series(1, 50) n`;

test.each([
  ["create table leaf (id integer, parent_id integer references parent (id))", "parent: SHARE ROW EXCLUSIVE"],
  ["create table list_high partition of list for values from (100) to (200)", "list: ACCESS EXCLUSIVE"],
  ["alter table child add column note text", "child: ACCESS EXCLUSIVE"],
  ["alter table child add column note text not null default 'a, (b)', add column n integer", "child: ACCESS EXCLUSIVE"],
  ["alter table child add column at timestamptz not null default now()", "child: ACCESS EXCLUSIVE"],
  ["alter table child add column at timestamptz default clock_timestamp()", "child: ACCESS EXCLUSIVE, rewrites"],
  ["alter table child add column key uuid not null default gen_random_uuid()", "child: ACCESS EXCLUSIVE, rewrites"],
  ["alter table child add column n bigint generated always as identity", "child: ACCESS EXCLUSIVE, rewrites"],
  [
    "alter table child add column n numeric generated always as (amount * 2) stored",
    "child: ACCESS EXCLUSIVE, rewrites",
  ],
  ["alter table child add column n integer check (n > 0)", "child: ACCESS EXCLUSIVE, reads rows"],
  ["alter table child add column n integer unique", "child: ACCESS EXCLUSIVE, reads rows"],
  ["alter table other alter column parent_id type bigint", "other: ACCESS EXCLUSIVE, rewrites"],
  [`alter table parent alter column name type text collate "C"`, "parent: ACCESS EXCLUSIVE, reads rows"],
  ["alter table other alter column parent_id set not null", "other: ACCESS EXCLUSIVE, reads rows"],
  ["alter table child alter column amount drop not null", "child: ACCESS EXCLUSIVE"],
  ["alter table child alter column amount set default 1", "child: ACCESS EXCLUSIVE"],
  ["alter table child alter column amount set statistics 500", "child: SHARE UPDATE EXCLUSIVE"],
  ["alter table child set (fillfactor = 90)", "child: SHARE UPDATE EXCLUSIVE"],
  ["alter table child add check (id > 0)", "child: ACCESS EXCLUSIVE, reads rows"],
  ["alter table child add constraint positive check (id > 0) not valid", "child: ACCESS EXCLUSIVE"],
  ["alter table child validate constraint child_amount_check", "child: SHARE UPDATE EXCLUSIVE, reads rows"],
  ["alter table other add unique (parent_id)", "other: ACCESS EXCLUSIVE, reads rows"],
  ["alter table child drop constraint child_amount_check", "child: ACCESS EXCLUSIVE"],
  ["alter table other drop column parent_id", "other: ACCESS EXCLUSIVE"],
  ["alter table child disable trigger child_trigger", "child: SHARE ROW EXCLUSIVE"],
  ["alter table child enable row level security", "child: ACCESS EXCLUSIVE"],
  ["create index child_parent on child (parent_id) where id > 3", "child: SHARE, reads rows"],
  ["create unique index list_id on list (id)", "list: SHARE, reads rows"],
  ["drop index child_amount", "child: ACCESS EXCLUSIVE"],
  ["create policy mine on child using (id > 0)", "child: ACCESS EXCLUSIVE"],
  ["drop policy child_policy on child", "child: ACCESS EXCLUSIVE"],
  ["create trigger again after update on child for each row execute function nothing()", "child: SHARE ROW EXCLUSIVE"],
  ["drop trigger child_trigger on child", "child: ACCESS EXCLUSIVE"],
  ["create or replace view child_name as select id, amount from child", "child_name: ACCESS EXCLUSIVE"],
  ["drop view child_name", "child_name: ACCESS EXCLUSIVE"],
  ["comment on column child.amount is 'x'", "child: SHARE UPDATE EXCLUSIVE"],
  ["update child set amount = 1", "child: ROW EXCLUSIVE"],
  ["with old as (select id from child) update parent set name = 'update child' from old", "parent: ROW EXCLUSIVE"],
  ["grant select on child to public", ""],
])("%s takes %j", async (statement, expected) => {
  expect(await onTables(statement)).toBe(expected);
});

test.each([
  "alter table other add foreign key (parent_id) references parent (id)",
  "alter table other add constraint p foreign key (parent_id) references parent (id) not valid",
  "alter table other add column p integer references parent (id)",
  "alter table child drop constraint child_parent_fkey",
  "alter table child drop column parent_id",
  "alter table child alter column parent_id type bigint",
])("%s locks both tables", async (statement) => {
  expect(await onTables(statement)).toMatch(/^(?:child|other): .*; parent: /);
});

/** Compares on tables with rows, in a transaction that is rolled back. */
async function onTables(statement: string): Promise<string> {
  await owner.query(`drop schema if exists public cascade; create schema public; ${TABLES}`);
  return (await compare(statement, "rollback")).join("; ");
}

test("create index concurrently takes a lock that lets writes go on", async () => {
  await owner.query(`drop schema if exists public cascade; create schema public; ${TABLES}`);
  const statement = "create index concurrently child_parent on child (parent_id)";
  const [writer, builder] = [new pg.Client(database.ownerUrl), new pg.Client(database.ownerUrl)];
  await Promise.all([writer.connect(), builder.connect()]);
  await writer.query("begin; insert into child values (1000, 1, 1)");
  const { rows } = await builder.query<{ pid: number }>("select pg_backend_pid() as pid");
  const built = builder.query(statement);
  const held = async () => {
    const found = await owner.query<{ mode: string }>(
      "select mode from pg_locks where pid = $1 and relation = 'child'::regclass and granted",
      [rows[0]?.pid],
    );
    return found.rows.map(({ mode }) => mode);
  };
  await expect.poll(held).toEqual(["ShareUpdateExclusiveLock"]);
  expect(statementEffects(statement)).toMatchObject([{ mode: "SHARE UPDATE EXCLUSIVE", cost: "index" }]);
  await writer.query("commit");
  await built;
  await Promise.all([writer.end(), builder.end()]);
});

test.each([
  "vacuum full child",
  "alter table child frobnicate",
  "alter table child drop column amount cascade",
  "do $$ begin null; end $$",
  "select work()",
])("%s is unknown", (statement) => {
  expect(statementEffects(statement)).toBeUndefined();
});
