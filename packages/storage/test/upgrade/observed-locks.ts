import type pg from "pg";
import { lockModes, type LockMode, type StatementEffect } from "../../src/upgrade/statement-effect.ts";
import { lockedNames } from "../../src/upgrade/locked-names.ts";

/** `table: ACCESS EXCLUSIVE, reads rows`, sorted: what a statement did, or what we claim that it does. */
export type Locks = readonly string[];

interface Relation {
  readonly oid: string;
  readonly name: string;
  readonly rewrites: string;
  readonly scans: string;
}

const RELATIONS = `
  select c.oid, case when n.nspname = 'public' then '' else n.nspname || '.' end || root.relname as name,
         pg_relation_filenode(c.oid) as rewrites, coalesce(s.seq_scan, 0) + coalesce(s.idx_scan, 0) as scans
  from pg_class c
    join pg_class root on root.oid = coalesce((select inhparent from pg_inherits where inhrelid = c.oid), c.oid)
    join pg_namespace n on n.oid = root.relnamespace
    left join pg_stat_xact_user_tables s on s.relid = c.oid
  where c.relkind in ('r', 'p', 'v') and n.nspname !~ '^pg_|^information_schema'`;

/** Runs a statement in a transaction that stays open, and returns its locks on what existed before. */
export async function observeLocks(client: pg.Client, statement: string): Promise<Locks> {
  const { rows: before } = await client.query<Relation>(RELATIONS);
  await client.query(statement);
  const { rows: after } = await client.query<Relation>(RELATIONS);
  const { rows: held } = await client.query<{ relation: string; mode: string }>(
    "select relation, mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation'",
  );
  const isFunction = /\bcreate (?:or replace )?function\b/i.test(statement);
  const strongest = new Map<string, LockMode>();
  const cost = new Map<string, string>();
  for (const relation of before) {
    const now = after.find(({ oid }) => oid === relation.oid);
    const modes = held.filter((one) => one.relation === relation.oid).map(({ mode }) => mode);
    // The text of a new function is checked under the locks of its statements, which change no row.
    for (const mode of modes) if (!isFunction || mode !== "RowExclusiveLock") keep(strongest, relation.name, mode);
    if (now === undefined) continue;
    if (Number(now.scans) > Number(relation.scans) && !cost.has(relation.name)) cost.set(relation.name, "reads rows");
    if (now.rewrites !== relation.rewrites) cost.set(relation.name, "rewrites");
  }
  return [...strongest].map(([name, mode]) => say(name, mode, cost.get(name))).toSorted();
}

/** The same text from the claim. Reads the catalog, so it must run before the statement. */
export async function claimedLocks(client: pg.Client, effects: readonly StatementEffect[]): Promise<Locks> {
  const strongest = new Map<string, LockMode>();
  const cost = new Map<string, string>();
  for (const effect of effects) {
    for (const name of await lockedNames(client, effect.target)) {
      keep(strongest, name, effect.mode);
      if (await isWithoutPartitions(client, name)) continue;
      if (effect.cost === "rewrite") cost.set(name, "rewrites");
      else if (effect.cost !== "catalog" && !cost.has(name)) cost.set(name, "reads rows");
    }
  }
  return [...strongest].map(([name, mode]) => say(name, mode, cost.get(name))).toSorted();
}

/** A partitioned table has no rows before its first partition. */
async function isWithoutPartitions(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_class where oid = to_regclass($1) and relkind = 'p'
       and not exists (select 1 from pg_inherits where inhparent = oid)`,
    [name],
  );
  return rowCount === 1;
}

function keep(strongest: Map<string, LockMode>, name: string, text: string): void {
  const mode = lockModes.find((known) => known === spaced(text));
  const before = strongest.get(name);
  if (mode === undefined) return;
  if (before === undefined || lockModes.indexOf(mode) > lockModes.indexOf(before)) strongest.set(name, mode);
}

/** `ShareRowExclusiveLock` as `SHARE ROW EXCLUSIVE`. */
function spaced(mode: string): string {
  return mode
    .replace(/Lock$/, "")
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toUpperCase();
}

function say(name: string, mode: LockMode, cost: string | undefined): string {
  return cost === undefined || mode === "ROW EXCLUSIVE" ? `${name}: ${mode}` : `${name}: ${mode}, ${cost}`;
}
