import pg from "pg";

/** What PostgreSQL did while some work ran. */
export interface DatabaseProfile {
  readonly statements: readonly StatementTime[];
  /** How often a sample found a process of PostgreSQL in each state: a wait event, or `CPU`. */
  readonly waits: readonly { readonly event: string; readonly samples: number }[];
  readonly walBytes: number;
  /** Of them, copies of whole pages after a checkpoint. */
  readonly pageImageBytes: number;
}

interface StatementTime {
  readonly query: string;
  readonly calls: number;
  /** With planning. */
  readonly milliseconds: number;
  readonly planning: number;
  readonly walBytes: number;
}

const SAMPLE_EVERY_MILLISECONDS = 10;

/** The settings of a server that can be profiled. */
export const PROFILED = {
  shared_preload_libraries: "pg_stat_statements",
  track_io_timing: "on",
  "pg_stat_statements.track": "all",
  "pg_stat_statements.track_planning": "on",
  "pg_stat_statements.track_utility": "on",
} as const;

/** Profiles a server with the settings `PROFILED`. `ownerUrl` is its superuser's. */
export async function profileDatabaseDuring(ownerUrl: string, work: () => Promise<void>): Promise<DatabaseProfile> {
  const [client, sampler] = [new pg.Client(ownerUrl), new pg.Client(ownerUrl)];
  await Promise.all([client.connect(), sampler.connect()]);
  await client.query("create extension if not exists pg_stat_statements");
  await client.query("select pg_stat_statements_reset()");
  const before = await readWal(client);
  const waits = new Map<string, number>();
  let sampling = Promise.resolve();
  const timer = setInterval(() => {
    sampling = sample(sampler, waits);
  }, SAMPLE_EVERY_MILLISECONDS);
  await work();
  clearInterval(timer);
  await sampling;
  const after = await readWal(client);
  const { rows } = await client.query<StatementTime>(
    `select regexp_replace(query, '\\s+', ' ', 'g') as query, calls::float8, total_exec_time + total_plan_time as milliseconds,
       total_plan_time as planning, wal_bytes::float8 as "walBytes"
     from pg_stat_statements where query !~ 'pg_stat_' order by total_exec_time + total_plan_time desc limit 40`,
  );
  await Promise.all([client.end(), sampler.end()]);
  return {
    statements: rows,
    waits: [...waits].map(([event, samples]) => ({ event, samples })).toSorted((a, b) => b.samples - a.samples),
    walBytes: after.bytes - before.bytes,
    pageImageBytes: after.images - before.images,
  };
}

async function readWal(client: pg.Client): Promise<{ bytes: number; images: number }> {
  const { rows } = await client.query<{ bytes: number; images: number }>(
    "select wal_bytes::float8 as bytes, wal_fpi * 8192::float8 as images from pg_stat_wal",
  );
  return rows[0] ?? { bytes: NaN, images: NaN };
}

async function sample(client: pg.Client, waits: Map<string, number>): Promise<void> {
  const { rows } = await client.query<{ event: string }>(
    `select coalesce(wait_event_type || ' ' || wait_event, 'CPU') as event from pg_stat_activity
     where pid <> pg_backend_pid() and state is not null and coalesce(wait_event_type, '') <> 'Activity'`,
  );
  for (const { event } of rows) waits.set(event, (waits.get(event) ?? 0) + 1);
}
