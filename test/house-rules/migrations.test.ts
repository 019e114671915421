import { readdirSync, readFileSync } from "node:fs";
import { findUnsafeMigrations, print, readRepository } from "@counterfoil/testkit/house-rules";
import { releasesFolder } from "@counterfoil/testkit/releases";
import { expect, test } from "vitest";

// R-OPS-3: migrations since a recorded release are safe while that release runs.

const releases = readdirSync(releasesFolder).filter((name) => /^\d/.test(name));
const dumped = releases.flatMap((release) => {
  const { migrations } = JSON.parse(readFileSync(new URL(`${release}/release.json`, releasesFolder), "utf8")) as {
    migrations: { file: string }[];
  };
  return migrations.map(({ file }) => file);
});
const all = readRepository((path) => /^packages\/storage\/migrations\/.*\.sql$/.test(path));

/** Its functions change tables when they are called, which the migration does not do. */
const DROPS_MONTHS = "/0103_dropped_months.sql";

test("no migration since the last release removes, renames or rewrites what that release uses", () => {
  expect(dumped.length).toBeGreaterThan(20);
  const since = all.filter(({ path }) => !dumped.includes(path.split("/").at(-1) ?? ""));
  expect(all.length).toBeGreaterThan(since.length);
  const found = findUnsafeMigrations(since);
  expect(print(found.filter(({ path }) => !path.endsWith(DROPS_MONTHS)))).toEqual([]);
  // The functions rename and drop the table of one month, and only if an operator asked for it.
  expect(found.filter(({ path }) => path.endsWith(DROPS_MONTHS))).toHaveLength(2);
});

test("migrations have unique numbers", () => {
  const numbers = all.map(({ path }) => path.split("/").at(-1)?.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});

const planted = (text: string) => findUnsafeMigrations([{ path: "planted.sql", text }]);

test.each([
  "drop table account;",
  "alter table account drop column name;",
  "alter table account rename column name to title;",
  "alter table account rename to customer;",
  "alter table account alter column name type varchar(10);",
  "alter table account alter name set data type text;",
  "alter table account alter column name set not null;",
  "alter table account add column name text not null;",
  "create index x on usage_event (stream_id);",
  "create unique index x\n  on invoice_line (id);",
  "alter table account add constraint x check (name <> '');",
  "-- safe: of another statement\nselect 1;\ndrop table account;",
])("%s is found", (text) => {
  expect(planted(text)).toHaveLength(1);
});

test.each([
  "alter table account add column name text;",
  "alter table account add column name text not null default '';",
  "create index x on tax_rate (name);",
  "alter table account add constraint x check (name <> '') not valid;",
  "-- drop table account;",
  "-- safe: nothing reads it since 0.4.0\ndrop table account;",
])("%s is fine", (text) => {
  expect(planted(text)).toEqual([]);
});
