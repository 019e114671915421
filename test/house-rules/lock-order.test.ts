import { isNode, parse, type ParsedFile, readRepository, walk } from "@counterfoil/testkit/house-rules";
import { LOCK_ORDER, locksOf } from "@counterfoil/storage";
import { expect, test } from "vitest";

// Violations of the order are found while other tests run (storage/src/database/watched-locks.ts). This test checks that
// everything that is locked has a place in the order.

const placed = new Set(LOCK_ORDER.flatMap(({ locks, guards = [] }) => [...locks, ...guards]));

/** Tables of people, which another connection locks, one statement at a time. */
const OF_PEOPLE = new Set([
  "guess",
  "known_place",
  "letter",
  "notice",
  "person",
  "second_factor",
  "session",
  "verification",
]);
/** Functions that are called alone in a separate transaction, and one that has no caller since 0039. */
const ALONE = [
  "make_usage_partitions",
  "detach_usage_month",
  "forget_dead_letters",
  "forget_idempotency_records",
  "forget_oauth",
  "forget_requests",
  "usage_sequence_lock",
];

const files = readRepository((path) => /^packages\/(storage|service)\/src\/.*\.ts$/.test(path)).map(parse);

/** What statements of a file lock, as far as their text shows. */
function lockedIn(file: ParsedFile): string[] {
  const found: string[] = [];
  walk(file.program, (node, around) => {
    const isText = (node.type === "Literal" && typeof node["value"] === "string") || node.type === "TemplateLiteral";
    if (isText && !around.some(({ type }) => type === "TemplateLiteral")) {
      const text = file.text.slice(node.start + 1, node.end - 1).replace(/\$\{[^}]*\}/g, " written_elsewhere ");
      if (/^\s*(?:select|insert|update|delete|with)\b/i.test(text))
        found.push(...locksOf(text).map(({ what }) => what));
    }
    if (node.type === "CallExpression") found.push(...builtIn(file.text.slice(node.start, node.end)));
  });
  return found.filter((what) => what !== "written_elsewhere" && !OF_PEOPLE.has(what));
}

/** Kysely's form: `build.updateTable("testClock")`, `build.deleteFrom(…)`, and an insert with a conflict clause. */
function builtIn(text: string): string[] {
  const [, changed] = /^build\s*\.(?:updateTable|deleteFrom)\("(\w+)"\)$/.exec(text) ?? [];
  const [, met] = /^build\s*\.insertInto\("(\w+)"\)[\s\S]*\.onConflict\([\s\S]*\)$/.exec(text) ?? [];
  return [changed, met].flatMap((table) => (table === undefined ? [] : [snakeCase(table)]));
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

test("everything that statements lock has a place in the lock order", () => {
  const locked = files.flatMap((file) => lockedIn(file).map((what) => ({ what, path: file.path })));
  expect(locked.length).toBeGreaterThan(120);
  expect(locked.filter(({ what }) => !placed.has(what))).toEqual([]);
});

test("every place in the lock order is locked by a statement", () => {
  const locked = new Set(files.flatMap(lockedIn));
  // Tables whose statements are built from their names.
  const elsewhere = ["account_alias", "contact", "credit_conversion"];
  expect([...placed].filter((what) => !locked.has(what))).toEqual(elsewhere);
});

test("every function of the migrations that takes a lock has a place in the order, or is called alone", () => {
  const migrations = readRepository((path) => /^packages\/storage\/migrations\/.*\.sql$/.test(path));
  const functions = migrations.flatMap(({ text }) => [
    ...text.matchAll(/create (?:or replace )?function (\w+)[\s\S]*?\n\$\$;/g),
  ]);
  const locking = functions.filter(([body]) => /advisory_xact_lock|skip locked|for update|lock table/.test(body));
  expect(locking.length).toBeGreaterThan(5);
  const unknown = locking.map(([, name = ""]) => name).filter((name) => locksOf(`select ${name}()`).length === 0);
  expect(unknown.filter((name) => !ALONE.includes(name))).toEqual([]);
});

test("no statement locks rows `for update`, because inserts that refer to them would wait", () => {
  const texts = files.filter(({ path }) => !path.endsWith("/locks-of.ts")).map(({ path, text }) => ({ path, text }));
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter(({ text }) => /\bfor update\b/.test(text)).map(({ path }) => path)).toEqual([]);
});

test.each([
  ["select from account where id = $1 order by id for no key update", "account", true],
  [
    "select id from subscription where id = any($2) order by id limit 1 for no key update skip locked",
    "subscription",
    false,
  ],
  ["select s.* from subscription s join account a on a.id = s.account_id for no key update of s", "subscription", true],
  [
    "select * from test_clock where not exists (select from payment p) order by id for no key update",
    "test_clock",
    true,
  ],
  ["select from price where id = any($1) for share", "price", true],
  ['update "test_clock" set "status" = $1', "test_clock", true],
  [
    "insert into usage_tail (sequence) values (1) on conflict (organization_id) do update set sequence = 2",
    "usage_tail",
    true,
  ],
  ["select pg_advisory_xact_lock_shared(hashtextextended('invoice numbers ' || $1::text, 0))", "invoice numbers", true],
  ["select hold_usage_batches() as through", "usage sequence", true],
])("%s locks %s", (text, what, waits) => {
  expect(locksOf(text)).toEqual([{ what, waits, isKept: true }]);
});

test.each([
  "insert into invoice (id) values ($1)",
  "select * from invoice where status = 'draft'",
  "declare bound_events no scroll cursor for select 1",
])("%s locks nothing that others wait for", (text) => {
  expect(locksOf(text)).toEqual([]);
});

test("a table without a place is found", () => {
  const planted = parse({
    path: "packages/storage/src/planted.ts",
    text: 'const text = "update thing set name = $1";',
  });
  expect(lockedIn(planted)).toEqual(["thing"]);
  expect(placed.has("thing")).toBe(false);
  expect(isNode(planted.program)).toBe(true);
});
