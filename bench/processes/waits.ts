import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";

/** Connections that wait within PostgreSQL, on average over the looks. */
export interface Waits {
  /** For a row, an advisory lock or another transaction. */
  readonly locks: number;
  /** For memory that connections share, such as the buffer of the write-ahead log. */
  readonly latches: number;
  /** For the disk, the flush of commits included. */
  readonly disk: number;
}

/** Each look takes time of PostgreSQL that is measured too. */
const BETWEEN_LOOKS = 100;

/** Looks at what the connections wait for while work is done. */
export async function watchWaits<Result>(
  owner: pg.Client,
  work: () => Promise<Result>,
): Promise<{ result: Result; waits: Waits }> {
  const sums = new Map<string, number>();
  let looks = 0;
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; looks += 1) {
      const { rows } = await owner.query<{ type: string; count: number }>(
        `select wait_event_type as type, count(*)::integer as count from pg_stat_activity
         where datname = current_database() and state = 'active' and wait_event_type is not null and pid <> pg_backend_pid()
         group by wait_event_type`,
      );
      for (const { type, count } of rows) sums.set(type, (sums.get(type) ?? 0) + count);
      await pause(BETWEEN_LOOKS);
    }
  })();
  const result = await work().finally(() => (isOver = true));
  await watching;
  const mean = (type: string) => (sums.get(type) ?? 0) / Math.max(1, looks);
  return { result, waits: { locks: mean("Lock"), latches: mean("LWLock"), disk: mean("IO") } };
}
