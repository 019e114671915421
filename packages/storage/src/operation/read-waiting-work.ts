import type { Database } from "../database/database.ts";

/** One kind of work, for all organizations together. */
export interface WaitingWork {
  /** `billing`, `mails` and so on: see `waiting_work` and `waiting_usage_increments` in the migrations. */
  readonly work: string;
  /** Counted up to 10,000. */
  readonly waiting: number;
  /** When the oldest item began to wait; null if nothing waits or the time is unknown. */
  readonly since: string | null;
}

/**
 * The waiting work of the whole installation, for its operators. Does not use the connection for lookups: on a busy
 * database this takes long, and it must not delay lookups.
 */
export async function readWaitingWork(database: Database, now: string): Promise<WaitingWork[]> {
  const rows = await database.unscoped<{ work: string; waiting: string; since: string | null }>(
    `select work, waiting, since from waiting_work($1)
     union all select work, waiting, since from waiting_usage_increments()
     union all select work, waiting, since from waiting_history() order by work`,
    [now],
  );
  return rows.map(({ work, waiting, since }) => ({ work, waiting: Number(waiting), since }));
}
