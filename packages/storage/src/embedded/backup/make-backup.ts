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
  /** The address of the folder's running server, as its owner. */
  readonly url: string;
  /** The folder on which the server was started. */
  readonly folder: string;
  /** Where to create the backup: a folder that does not exist yet or is empty. */
  readonly target: string;
  /** Other files of the folder to include if they exist, such as `keys.json`. */
  readonly extraFiles: readonly string[];
  readonly release: string;
  readonly onProgress?: (bytes: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** The folder within a backup that contains the copy of the data folder. */
export const backedUpData = "postgres";

/**
 * Copies the data of a running server, which keeps serving requests: PostgreSQL's "base backup using the low level
 * API". The backup contains the write-ahead log from its start to its end, so it can be restored on its own, or with an
 * archive to any later instant. The folder gets its final name when everything is on disk.
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
    // The target may already exist as an empty folder.
    await rm(target, { recursive: true, force: true });
    await rename(unfinished, target);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  } finally {
    // Ends an unfinished backup and releases the retained log.
    await client.end().catch(() => undefined);
  }
}

async function refuseTarget(target: string, folder: string): Promise<void> {
  if (`${target}${sep}`.startsWith(`${folder}${sep}`)) {
    throw new EmbeddedPostgresError(
      `${target} is inside the data folder, so it could be lost with it. Choose another place.`,
    );
  }
  if ((await exists(target)) && (!(await stat(target)).isDirectory() || (await readdir(target)).length > 0)) {
    throw new EmbeddedPostgresError(`${target} already exists. A backup never overwrites files. Name another folder.`);
  }
}

async function copyCluster(client: pg.Client, request: BackupRequest, unfinished: string): Promise<BackupManifest> {
  const { data_directory, segment_bytes, postgres_major } = await facts(client);
  const dataFolder = data_directory;
  const segmentBytes = Number(segment_bytes);
  const { files, folders } = await listClusterFiles(dataFolder);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  await refuseFullDisk(unfinished, total);
  // Keeps the server from recycling the log until it is copied. The slot ends with the connection.
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
  // Files of dropped tables may disappear during the copy. Replaying the log drops these tables anyway.
  await inLanes(files, ({ path }) => take(join(dataFolder, path), dataPath(path)));
  await takeControlFile(dataFolder, (text) => writeControl(unfinished, dataPath(controlFile), text, copied));
  const stop = await one<{ segment: string; labelfile: string; at: string }>(
    client,
    `select pg_walfile_name(lsn) as segment, labelfile, ${instant} as at from pg_backup_stop(false)`,
  );
  await write(dataPath("backup_label"), stop.labelfile);
  const segments = await segmentsBetween(join(dataFolder, "pg_wal"), start.segment, stop.segment, segmentBytes);
  for (const name of segments) await take(join(dataFolder, "pg_wal", name), dataPath(`pg_wal/${name}`));
  for (const name of [instanceFileName, ...request.extraFiles]) await take(join(request.folder, name), name);
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

/** Reads until two consecutive reads agree, because the server may write the file at the same time. */
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
      `The log that the backup needs (${first} to ${last}) is no longer complete in ${folder}. Make the backup again.`,
    );
  }
  return names;
}

/** Requires space for the copy and some of the log. A disk that fills up during the copy would stop the server, too. */
async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const needed = bytes + 64 * 1024 * 1024;
  if (bavail * bsize >= needed) return;
  const megabytes = (of: number) => `${Math.ceil(of / 1024 / 1024)} MB`;
  throw new EmbeddedPostgresError(
    `The backup needs about ${megabytes(needed)}, but ${dirname(folder)} has only ` +
      `${megabytes(bavail * bsize)} free. Free some space, or choose another folder.`,
  );
}
