import { mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { createHash } from "node:crypto";
import pg from "pg";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { exists } from "../exists.ts";
import { instanceFileName, readInstance } from "../instance-file.ts";
import { type BackupFile, type BackupManifest, writeManifest } from "./backup-manifest.ts";
import { controlFile, listClusterFiles } from "./cluster-files.ts";
import { copyFile, inLanes } from "./copy-file.ts";
import { findWalGap, readSegmentName } from "./wal-segments.ts";

export interface BackupRequest {
  /** The running server of the folder, as its owner. */
  readonly url: string;
  /** The folder that it was started on. */
  readonly folder: string;
  /** Where the backup is to be: a folder that is not there yet, or is empty. */
  readonly target: string;
  /** Files of the folder that go along where they are there, such as `keys.json`. */
  readonly beside: readonly string[];
  readonly release: string;
  readonly onProgress?: (bytes: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Where a backup's copy of the data folder is. */
export const backedUpData = "postgres";

/**
 * Copies the data of a running server, which goes on answering meanwhile: PostgreSQL's "base backup using the low level API".
 * The backup carries the write-ahead log from its start to its end, so it can be restored by itself; with an archive, to any
 * instant after. The folder gets its name when all of it is on disk.
 */
export async function makeBackup(request: BackupRequest): Promise<BackupManifest> {
  const target = resolve(request.target);
  await refuseTarget(target, resolve(request.folder));
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: request.url, options: "-c TimeZone=UTC -c statement_timeout=0" });
  try {
    await client.connect();
    const manifest = await copyCluster(client, request, unfinished);
    await writeManifest(unfinished, manifest);
    // An empty folder may stand there already.
    await rm(target, { recursive: true, force: true });
    await rename(unfinished, target);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    // Ends a backup that is not complete, and gives the kept log free.
    await client.end().catch(() => undefined);
  }
}

async function refuseTarget(target: string, folder: string): Promise<void> {
  if (`${target}${sep}`.startsWith(`${folder}${sep}`)) {
    throw new EmbeddedPostgresError(
      `${target} lies in the data folder, which the backup is to outlive. Choose another place.`,
    );
  }
  if ((await exists(target)) && (!(await stat(target)).isDirectory() || (await readdir(target)).length > 0)) {
    throw new EmbeddedPostgresError(
      `${target} is there already. A backup never writes over anything: name another folder.`,
    );
  }
}

async function copyCluster(client: pg.Client, request: BackupRequest, unfinished: string): Promise<BackupManifest> {
  const { data_directory, segment_bytes, postgres_major } = await facts(client);
  const dataFolder = data_directory;
  const segmentBytes = Number(segment_bytes);
  const { files, folders } = await listClusterFiles(dataFolder);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  await refuseFullDisk(unfinished, total);
  // Keeps the log from being recycled until it is copied; gone with the connection.
  const slot = `counterfoil_backup_${process.pid}`;
  await client.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
  const start = await one<{ segment: string; at: string }>(
    client,
    `select pg_walfile_name(pg_backup_start('counterfoil', true)) as segment, ${instant} as at`,
  );
  const copied: BackupFile[] = [];
  let bytes = 0;
  const take = async (from: string, path: string) => {
    const onBytes = (more: number) => request.onProgress?.((bytes += more), Math.max(total, bytes));
    const file = await copyFile(from, join(unfinished, path), { onBytes, signal: request.signal });
    if (file !== undefined) copied.push({ path, ...file });
  };
  const write = async (path: string, text: string) => {
    await writeFile(join(unfinished, path), text, { mode: 0o600, flush: true });
    copied.push({ path, bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") });
  };
  const dataPath = (path: string) => `${backedUpData}/${path}`;
  for (const folder of folders) await mkdir(join(unfinished, dataPath(folder)), { recursive: true, mode: 0o700 });
  // Removed tables may go while we read: the log brings the rest to where they are gone.
  await inLanes(files, ({ path }) => take(join(dataFolder, path), dataPath(path)));
  await takeControlFile(dataFolder, (text) => writeControl(unfinished, dataPath(controlFile), text, copied));
  const stop = await one<{ segment: string; labelfile: string; at: string }>(
    client,
    `select pg_walfile_name(lsn) as segment, labelfile, ${instant} as at from pg_backup_stop(false)`,
  );
  await write(dataPath("backup_label"), stop.labelfile);
  const segments = await segmentsBetween(join(dataFolder, "pg_wal"), start.segment, stop.segment, segmentBytes);
  for (const name of segments) await take(join(dataFolder, "pg_wal", name), dataPath(`pg_wal/${name}`));
  for (const name of [instanceFileName, ...request.beside]) await take(join(request.folder, name), name);
  const { id } = await readInstance(request.folder);
  return {
    format: 1,
    release: request.release,
    postgresMajor: postgres_major,
    instanceId: id,
    startedAt: start.at,
    endedAt: stop.at,
    timeline: readSegmentName(start.segment, segmentBytes)?.timeline ?? 1,
    segmentBytes,
    firstSegment: start.segment,
    lastSegment: stop.segment,
    files: copied,
  };
}

const instant = `to_char(clock_timestamp(), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

interface ClusterFacts {
  readonly data_directory: string;
  readonly segment_bytes: string;
  readonly postgres_major: number;
}

function facts(client: pg.Client): Promise<ClusterFacts> {
  return one<ClusterFacts>(
    client,
    `select current_setting('data_directory') as data_directory,
       (select setting from pg_settings where name = 'wal_segment_size') as segment_bytes,
       current_setting('server_version_num')::integer / 10000 as postgres_major`,
  );
}

async function one<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text);
  const [row] = rows;
  if (row === undefined) throw new Error(`no answer to ${text}`);
  return row;
}

/** Read until two readings agree: the server may write it at the same moment. */
async function takeControlFile(dataFolder: string, write: (bytes: Buffer) => Promise<void>): Promise<void> {
  let before = await readFile(join(dataFolder, controlFile));
  for (;;) {
    const now = await readFile(join(dataFolder, controlFile));
    if (now.equals(before)) return write(now);
    before = now;
  }
}

async function writeControl(folder: string, path: string, bytes: Buffer, copied: BackupFile[]): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, path), bytes, { mode: 0o600, flush: true });
  copied.push({ path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
}

async function segmentsBetween(folder: string, first: string, last: string, segmentBytes: number): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => readSegmentName(name, segmentBytes) !== undefined && name >= first && name <= last,
  );
  const gap = findWalGap(first, names, segmentBytes);
  if (!names.includes(first) || !names.includes(last) || gap !== undefined) {
    throw new EmbeddedPostgresError(
      `The log that the backup needs (${first} to ${last}) is not whole any more in ${folder}. Make the backup again.`,
    );
  }
  return names;
}

/** Room for the copy and for some of the log; a disk that fills up halfway would take the server with it. */
async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes + 64 * 1024 * 1024;
  if (bavail * bsize >= needed) return;
  const megabytes = (of: number) => `${Math.ceil(of / 1024 / 1024)} MB`;
  throw new EmbeddedPostgresError(
    `The backup takes about ${megabytes(needed)} and ${dirname(folder)} has room for ${megabytes(bavail * bsize)}.`,
  );
}
