import type pg from "pg";
import { estimateSeconds } from "./estimate-seconds.ts";
import { lockedNames } from "./locked-names.ts";
import { oneLine, splitStatements } from "./split-statements.ts";
import { lockModes, statementCosts, type LockMode, type StatementCost } from "./statement-effect.ts";
import { statementEffects } from "./statement-effects.ts";

/** One table that a migration locks until its end. */
export interface PlannedLock {
  readonly table: string;
  /** The strongest mode of all its statements. */
  readonly mode: LockMode;
  /** The most expensive thing that a statement does to the table. */
  readonly work: StatementCost;
  /** Estimated by PostgreSQL when it last analyzed the table; null if it never did. */
  readonly rows: number | null;
  readonly bytes: number;
  /** How long the lock is held: from its statement to the end of the migration. */
  readonly seconds: number;
}

/** What a migration does to tables that exist before it. */
export interface PlannedMigration {
  readonly file: string;
  readonly seconds: number;
  /** In the order in which the migration takes them. */
  readonly locks: readonly PlannedLock[];
  /** Statements of a kind that is not known: they may lock anything for any time. */
  readonly unknown: readonly string[];
}

/** Reads the SQL of a migration and the sizes of the tables that it locks. Changes nothing. */
export async function planMigration(client: pg.Client, file: string, text: string): Promise<PlannedMigration> {
  const locks = new Map<string, PlannedLock>();
  const unknown: string[] = [];
  let elapsed = 0;
  for (const statement of splitStatements(text)) {
    const effects = statementEffects(statement);
    if (effects === undefined) unknown.push(oneLine(statement));
    const start = elapsed;
    for (const { target, mode, cost } of effects ?? []) {
      for (const table of await lockedNames(client, target)) {
        const before = locks.get(table) ?? {
          table,
          mode,
          work: cost,
          seconds: start,
          ...(await sizeOf(client, table)),
        };
        // `seconds` is the start of the lock here, and becomes its duration below.
        locks.set(table, {
          ...before,
          mode: later(lockModes, before.mode, mode),
          work: later(statementCosts, before.work, cost),
        });
        elapsed += estimateSeconds(cost, before.bytes);
      }
    }
  }
  const held = [...locks.values()].map((lock) => ({ ...lock, seconds: elapsed - lock.seconds }));
  return { file, seconds: elapsed, locks: held, unknown };
}

function later<Item>(order: readonly Item[], one: Item, other: Item): Item {
  return order.indexOf(other) > order.indexOf(one) ? other : one;
}

/** With the partitions of a partitioned table. */
async function sizeOf(client: pg.Client, table: string): Promise<{ rows: number | null; bytes: number }> {
  const { rows } = await client.query<{ rows: number | null; bytes: string }>(
    `select case when bool_or(reltuples >= 0) then sum(greatest(reltuples, 0))::float8 end as rows,
       sum(pg_table_size(c.oid)) as bytes
     from pg_class c
     where relkind <> 'v' and (c.oid = to_regclass($1) or c.oid in
       (select inhrelid from pg_inherits where inhparent = to_regclass($1)))`,
    [table],
  );
  return { rows: rows[0]?.rows ?? null, bytes: Number(rows[0]?.bytes ?? 0) };
}
