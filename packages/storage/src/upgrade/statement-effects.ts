import { alterTableEffects, referencedTables } from "./alter-table-effects.ts";
import { oneLine, splitList } from "./split-statements.ts";
import { onRelation, relationName, type StatementEffect } from "./statement-effect.ts";

/** Statements that lock no table or view that existed before: they write only the catalog. */
const WITHOUT_LOCK =
  /^(?:create (?:or replace )?function|alter function|drop function|create (?:schema|sequence|type|extension|role)|alter default privileges|grant|revoke|comment on (?:function|schema|type|sequence|index)|analyze|set|select set_config)\b/i;

/** What a kind of statement locks. The names of its groups are in the patterns. */
type Reader = (found: Readonly<Record<string, string>>, statement: string) => StatementEffect[] | undefined;

const readers: readonly (readonly [RegExp, Reader])[] = [
  [
    /^create (?:unlogged )?table (?:if not exists )?[\w".]+ partition of (?<parent>[\w".]+)/i,
    ({ parent = "" }) => [onRelation(parent, "ACCESS EXCLUSIVE")],
  ],
  [
    /^create (?:unlogged |temporary |temp )?table\b/i,
    (_, statement) => distinct(referencedTables(statement)).map((name) => onRelation(name, "SHARE ROW EXCLUSIVE")),
  ],
  [
    /^create (?:unique )?index concurrently .*?\bon (?:only )?(?<table>[\w".]+)/i,
    ({ table = "" }) => [onRelation(table, "SHARE UPDATE EXCLUSIVE", "index")],
  ],
  [
    /^create (?:unique )?index .*?\bon (?:only )?(?<table>[\w".]+)/i,
    ({ table = "" }) => [onRelation(table, "SHARE", "index")],
  ],
  [
    /^drop index (?:if exists )?(?<index>[\w".]+)$/i,
    ({ index = "" }) => [
      { target: { kind: "table of index", name: relationName(index) }, mode: "ACCESS EXCLUSIVE", cost: "catalog" },
    ],
  ],
  [
    /^(?:create|alter|drop) policy (?:if exists )?\S+ on (?<table>[\w".]+)/i,
    ({ table = "" }) => [onRelation(table, "ACCESS EXCLUSIVE")],
  ],
  [
    /^create (?:or replace )?(?:constraint )?trigger .*?\bon (?<table>[\w".]+)/i,
    ({ table = "" }) => [onRelation(table, "SHARE ROW EXCLUSIVE")],
  ],
  [
    /^drop trigger (?:if exists )?\S+ on (?<table>[\w".]+)/i,
    ({ table = "" }) => [onRelation(table, "ACCESS EXCLUSIVE")],
  ],
  [/^create view\b/i, () => []],
  [/^create or replace view (?<view>[\w".]+)/i, ({ view = "" }) => [onRelation(view, "ACCESS EXCLUSIVE")]],
  [/^drop (?:table|view) (?:if exists )?(?<name>[\w".]+)$/i, ({ name = "" }) => [onRelation(name, "ACCESS EXCLUSIVE")]],
  [
    /^comment on (?:table|view) (?<table>[\w".]+) is\b/i,
    ({ table = "" }) => [onRelation(table, "SHARE UPDATE EXCLUSIVE")],
  ],
  [
    /^comment on column (?<column>[\w".]+) is\b/i,
    ({ column = "" }) => [onRelation(column.replace(/\.[^.]+$/, ""), "SHARE UPDATE EXCLUSIVE")],
  ],
  [
    /^alter table (?:if exists )?(?:only )?(?<table>[\w".]+) (?<actions>.*)$/i,
    ({ table = "", actions = "" }) => {
      const effects = splitList(actions).map((action) => alterTableEffects(table, action));
      return effects.every((effect) => effect !== undefined) ? effects.flat() : undefined;
    },
  ],
  [/^truncate (?<table>[\w".]+)$/i, ({ table = "" }) => [onRelation(table, "ACCESS EXCLUSIVE", "rewrite")]],
  [/^(?:update|insert into|delete from)\b/i, (_, statement) => writtenTables(statement)],
  [/^with\b.*\b(?:update|insert into|delete from)\b/i, (_, statement) => writtenTables(statement)],
];

/**
 * The locks that one statement of a migration takes, from its text; undefined for a kind of statement that is not known
 * here. A test compares each answer with `pg_locks`.
 */
export function statementEffects(text: string): StatementEffect[] | undefined {
  const statement = oneLine(text);
  if (WITHOUT_LOCK.test(statement)) return [];
  for (const [pattern, read] of readers) {
    const found = pattern.exec(statement);
    if (found !== null) return read(found.groups ?? {}, statement);
  }
  return undefined;
}

function writtenTables(statement: string): StatementEffect[] {
  const outside = statement.replace(/'(?:[^']|'')*'/g, "''");
  const written = [...outside.matchAll(/\b(?:update|insert into|delete from) (?:only )?([\w".]+)/gi)]
    .map(([, name = ""]) => relationName(name))
    .filter((name) => name !== "set" && name !== "of");
  return distinct(written).map((name) => onRelation(name, "ROW EXCLUSIVE", "rows"));
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
