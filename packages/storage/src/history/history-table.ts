import { HistoryAway } from "./history-away.ts";
import { type History, oneRow } from "./history.ts";

/** The oldest release on which every statement here works. */
const LEAST_VERSION = [24, 8] as const;

/** How many blocks ClickHouse remembers by their token. */
const REMEMBERED_BLOCKS = 10_000;

/**
 * The sequence at which a row takes effect: for an event its own, for the end of an event the one at which it was voided
 * or amended.
 */
export const TAKES_EFFECT = "if(sign > 0, sequence, ended_sequence)";

/** What all statements require: the rows of one organization. Its number is bound as `organization`. */
export const OF_ORGANIZATION = "organization_number = {organization:UInt32}";

/** @throws HistoryAway if the release is too old */
export async function requireVersion(history: History): Promise<void> {
  const [version] = await oneRow<[string]>(history, "select version()", {});
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [leastMajor, leastMinor] = LEAST_VERSION;
  if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
    const required = LEAST_VERSION.join(".");
    throw new HistoryAway(
      "wrong_version",
      `ClickHouse at ${history.name} is ${version}. Upgrade it to ${required} or later`,
    );
  }
}

export async function hasHistoryTable(history: History, table: string): Promise<boolean> {
  const [count] = await oneRow<[string]>(
    history,
    "select count() from system.tables where database = currentDatabase() and name = {table:String}",
    { table },
  );
  return count !== "0";
}

/**
 * Creates the table of the copy unless it exists. Rows are never changed: an event is a row with the sign 1, and its end,
 * when it is voided or amended, another one with the sign -1 (R-HIST-2).
 */
export async function makeHistoryTable(history: History, table: string): Promise<void> {
  await history.command(historyTable(table, history.cluster));
}

/** The statement that creates the table: replicated on a named cluster, or on one server (R-HIST-5). */
export function historyTable(table: string, cluster: string | null): string {
  const [engine, window] =
    cluster === null
      ? ["MergeTree", "non_replicated_deduplication_window"]
      : [
          `ReplicatedMergeTree('/clickhouse/tables/{shard}/{database}/${table}', '{replica}')`,
          "replicated_deduplication_window",
        ];
  return `create table if not exists ${table}${onCluster({ cluster })} (
    organization_number UInt32,
    sign Int8,
    stream_id UInt64 codec(ZSTD),
    -- Microseconds since 1970-01-01T00:00:00Z.
    timestamp Int64 codec(Delta, ZSTD),
    received_at Int64 codec(Delta, ZSTD),
    sequence Int64 codec(Delta, ZSTD),
    -- 0 for an event.
    ended_sequence Int64 codec(ZSTD),
    unique_id String codec(ZSTD),
    -- JSON text, as it is in PostgreSQL. Empty for an end.
    properties String codec(ZSTD),
    index takes_effect ${TAKES_EFFECT} type minmax granularity 1
  ) engine = ${engine}
  -- Months, so that a month can be dropped. 0 has what is far back or far ahead.
  partition by if(timestamp >= 0 and timestamp < 4102444800000000, toYYYYMM(toDateTime(intDiv(timestamp, 1000000), 'UTC')), 0)
  order by (organization_number, stream_id, timestamp, sequence, sign)
  settings ${window} = ${REMEMBERED_BLOCKS}`;
}

/** Deletes the events of all months before a date, as PostgreSQL drops them. */
export async function dropHistoryBefore(history: History, table: string, month: string): Promise<void> {
  const first = `${month.slice(0, 4)}${month.slice(5, 7)}`;
  const kept = [];
  for await (const rows of history.rows<[string]>(
    "select distinct partition from system.parts where database = currentDatabase() and table = {table:String} and active",
    { table },
  )) {
    kept.push(...rows.map(([partition]) => partition));
  }
  for (const partition of kept.filter((name) => name !== "0" && name < first)) {
    await history.command(`alter table ${table}${onCluster(history)} drop partition ${Number(partition)}`);
  }
  const before = BigInt(Date.parse(`${month.slice(0, 7)}-01T00:00:00Z`)) * 1_000n;
  if (kept.includes("0")) {
    await history.command(`delete from ${table}${onCluster(history)} where timestamp < {before:Int64}`, { before });
  }
}

/** Deletes the rows of an organization that take effect after one sequence and up to another: for repairs only. */
export async function deleteHistory(
  history: History,
  { table, organizationNumber, after, through }: HistoryRange,
): Promise<void> {
  await history.command(
    `delete from ${table}${onCluster(history)} where ${OF_ORGANIZATION} and ${TAKES_EFFECT} > {after:Int64} and ${TAKES_EFFECT} <= {through:Int64}
     settings lightweight_deletes_sync = 2`,
    { organization: organizationNumber, after, through },
  );
}

/** Rows of an organization that take effect after one sequence and up to another. */
export interface HistoryRange {
  readonly table: string;
  readonly organizationNumber: number;
  readonly after: string;
  readonly through: string;
}

/** The part of a statement that makes it apply to all servers of the cluster, if there is one. */
export function onCluster({ cluster }: Pick<History, "cluster">): string {
  return cluster === null ? "" : ` on cluster \`${cluster.replaceAll("`", "``")}\``;
}
