import type { Database } from "../database/database.ts";

/** One kind of work, over all organizations together. */
export interface WaitingWork {
  /** `billing`, `mails` …: see `waiting_work` and what stands beside it in the migrations. */
  readonly work: string;
  /** Counted up to 10,000. */
  readonly waiting: number;
  /** Since when the oldest of it waits; null where nothing does, or where there is no telling. */
  readonly since: string | null;
}

/**
 * What waits in the whole installation, for those who run it. Not over the connection for look-ups: with the database busy it takes its time, and
 * nobody's look-up waits behind it.
 */
export async function readWaitingWork(database: Database, now: string): Promise<WaitingWork[]> {
  const rows = await database.unscoped<{ work: string; waiting: string; since: string | null }>(
    `select work, waiting, since from waiting_work($1)
     union all select work, waiting, since from waiting_usage_increments() order by work`,
    [now],
  );
  return rows.map(({ work, waiting, since }) => ({ work, waiting: Number(waiting), since }));
}
