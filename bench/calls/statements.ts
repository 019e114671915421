import type pg from "pg";

/** The settings that let `pg_stat_statements` count statements, and the time to plan them. */
export const COUNTING = {
  shared_preload_libraries: "pg_stat_statements",
  "pg_stat_statements.max": "20000",
  "pg_stat_statements.track_planning": "on",
} as const;

/** What PostgreSQL did for some calls. */
export interface Statements {
  readonly count: number;
  /** Milliseconds. */
  readonly planning: number;
  readonly executing: number;
  readonly byTime: readonly Statement[];
}

interface Statement {
  readonly text: string;
  readonly count: number;
  readonly planning: number;
  readonly executing: number;
}

/** Creates the extension. False if the server cannot count, because it was started without the settings. */
export async function startCounting(owner: pg.Client): Promise<boolean> {
  await owner.query("create extension if not exists pg_stat_statements");
  const { rows } = await owner.query<{ libraries: string }>(
    "select current_setting('shared_preload_libraries') as libraries",
  );
  return rows[0]?.libraries.includes("pg_stat_statements") === true;
}

/** Counts the statements of the application's role while work is done. The worker's are included. */
export async function countStatements<Result>(
  owner: pg.Client,
  work: () => Promise<Result>,
): Promise<{ result: Result; statements: Statements }> {
  await owner.query("select pg_stat_statements_reset()");
  const result = await work();
  const { rows } = await owner.query<{ text: string; count: string; planning: number; executing: number }>(
    `select query as text, sum(calls) as count, sum(total_plan_time) as planning, sum(total_exec_time) as executing
     from pg_stat_statements where userid <> (select oid from pg_roles where rolname = current_user)
     group by query order by sum(total_plan_time + total_exec_time) desc`,
  );
  const byTime = rows.map((row) => ({ ...row, count: Number(row.count) }));
  const sum = (figure: "count" | "planning" | "executing") => byTime.reduce((total, row) => total + row[figure], 0);
  return {
    result,
    statements: { count: sum("count"), planning: sum("planning"), executing: sum("executing"), byTime },
  };
}
