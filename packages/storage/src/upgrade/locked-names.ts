import type pg from "pg";
import type { LockTarget } from "./statement-effect.ts";

/**
 * The names of the tables and views that are locked, without the schema `public`. Empty if the database does not have
 * them yet, so that no statement can wait for them.
 */
export async function lockedNames(client: pg.Client, target: LockTarget): Promise<string[]> {
  const { kind, name } = target;
  const { rows } = await client.query<{ name: string }>(
    `select case when n.nspname = 'public' then '' else n.nspname || '.' end || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.oid in (${OIDS_OF[kind]})`,
    "table" in target ? [name, target.table] : [name],
  );
  return rows.map((row) => row.name);
}

const OIDS_OF: Readonly<Record<LockTarget["kind"], string>> = {
  relation: "to_regclass($1)",
  "table of index": "select indrelid from pg_index where indexrelid = to_regclass($1)",
  "referenced by constraint":
    "select confrelid from pg_constraint where contype = 'f' and conname = $1 and conrelid = to_regclass($2)",
  "referenced by column": `
    select confrelid from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and attname = $1 and conrelid = to_regclass($2)`,
};
