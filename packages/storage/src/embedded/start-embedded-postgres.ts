import { resolve } from "node:path";
import pg from "pg";
import { keepWalArchive } from "./backup/wal-archive.ts";
import { embeddedBinaries, type PostgresBinaries } from "./binaries.ts";
import { EmbeddedPostgresError, useOwnServer } from "./embedded-postgres-error.ts";
import { claimFolder, type FolderClaim } from "./folder-claim.ts";
import { freePort, isPortFree } from "./free-port.ts";
import { initializeDataFolder, ownerName } from "./initialize-data-folder.ts";
import { makeFolder, readInstance, writeInstance, type Instance } from "./instance-file.ts";
import { launchServer } from "./launch-server.ts";
import { ownerUrl } from "./owner-url.ts";
import { clearLeftBehindServer, stopServer } from "./running-server.ts";
import { chooseHome, type ServerHome } from "./server-home.ts";
import { serverSettings } from "./settings.ts";
import { makeSocketFolder } from "./socket-folder.ts";

export interface EmbeddedPostgresOptions {
  /** Keeps the data, the password and the log, such as `<root>/.counterfoil`. Made when missing. */
  readonly folder: string;
  /** The TCP port on 127.0.0.1. Without one, a free port is taken and remembered in the folder. */
  readonly port?: number;
  /** Told in readable lines what takes time. */
  readonly onProgress?: (line: string) => void;
  /** PostgreSQL settings that win over ours, such as `{ fsync: "off" }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where the write-ahead log is archived, for restores to any instant; nowhere without. Absolute. */
  readonly walArchive?: string | undefined;
  /** Other programs than those that came with the npm packages. */
  readonly binaries?: PostgresBinaries;
}

export interface EmbeddedPostgres {
  /** The address of the database `counterfoil` as its owner, a superuser, with the password. */
  readonly url: string;
  readonly port: number;
  /** The server's process. */
  readonly pid: number;
  readonly dataFolder: string;
  /** Resolves, with how it ended, when the server's process is gone, whether stopped or not. */
  readonly exited: Promise<string>;
  /** Rolls back what is open, writes out the data, waits until the server is gone. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on the folder's data and makes that data first where there is none. One server runs on a folder: a
 * second start is refused while the process of the first lives; the server of a process that died is stopped and replaced.
 * The server stops when this process ends, however it ends. Throws `EmbeddedPostgresError` with the cause and the way out.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder);
  const onProgress = options.onProgress ?? (() => undefined);
  const claims: FolderClaim[] = [];
  const release = async () => {
    for (const claim of claims) await claim.release();
  };
  try {
    await makeFolder(folder);
    claims.push(await claimFolder(folder));
    const remembered = await readInstance(folder);
    const home = await chooseHome(folder, remembered, options.binaries ?? embeddedBinaries(), onProgress);
    // A copy of the folder remembers the same home: the home has its own claim.
    if (home.folder !== folder) claims.push(await claimFolder(home.folder));
    const instance: Instance = { ...remembered, home: home.folder === folder ? null : home.folder };
    await writeInstance(folder, instance);
    await initializeDataFolder(home, instance.password, onProgress);
    await clearLeftBehindServer(home.dataFolder, onProgress);
    const archiving =
      options.walArchive === undefined ? {} : await keepWalArchive(options.walArchive, instance.id, home);
    const settings = { ...archiving, ...options.settings };
    const socket = await makeSocketFolder(home);
    const { pid, port, exited } = await launchOnPort(
      { server: { home, socket }, instance, folder },
      { ...options, settings },
      onProgress,
    );
    let stopping: Promise<void> | undefined;
    const stop = () => (stopping ??= stopAndRelease(pid, release));
    const url = ownerUrl(port, instance.password, socket);
    await ensureDatabase(url).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    return { url, port, pid, dataFolder: home.dataFolder, exited, stop };
  } catch (error) {
    await release();
    throw inWords(error, folder);
  }
}

async function stopAndRelease(pid: number, release: () => Promise<void>): Promise<void> {
  try {
    await stopServer(pid);
  } finally {
    await release();
  }
}

/** A refusal of the system (disk full, no permission) with the folder it concerns; any other error as it is. */
function inWords(error: unknown, folder: string): unknown {
  if (error instanceof EmbeddedPostgresError || !(error instanceof Error) || !("syscall" in error)) return error;
  return new EmbeddedPostgresError(
    `Cannot use ${folder} for the database (${error.message}). Give this user the right to write there, free some ` +
      `space, choose another data folder, ${useOwnServer}.`,
    { cause: error },
  );
}

interface LaunchPlace {
  readonly server: { readonly home: ServerHome; readonly socket: string | undefined };
  readonly instance: Instance;
  readonly folder: string;
}

/** Launches on the asked port, or on the remembered one, or on a free one which it remembers. */
async function launchOnPort(
  { server: { home, socket }, instance, folder }: LaunchPlace,
  options: EmbeddedPostgresOptions,
  onProgress: (line: string) => void,
) {
  for (let start = 1; ; start += 1) {
    const port = options.port ?? (start === 1 ? await rememberedPort(instance) : await freePort());
    const launched = await launchServer(
      home,
      serverSettings({ port, socket }, options.settings ?? {}),
      folder,
      onProgress,
    );
    if (launched.kind === "ready") {
      if (options.port === undefined && port !== instance.port) await writeInstance(folder, { ...instance, port });
      return { ...launched, port };
    }
    if (options.port !== undefined || start === 3) throw launched.error;
  }
}

async function rememberedPort(instance: Instance): Promise<number> {
  return instance.port !== null && (await isPortFree(instance.port)) ? instance.port : await freePort();
}

/** Makes the database `counterfoil` where only the server is there yet. Proves that the password is the right one. */
async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const client = new pg.Client({ connectionString: maintenance.toString() });
  try {
    await client.connect();
    const found = await client.query("select 1 from pg_database where datname = $1", [ownerName]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(ownerName)}`);
  } catch (cause) {
    throw new EmbeddedPostgresError(`The embedded PostgreSQL runs but refuses us: ${(cause as Error).message}.`, {
      cause,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}
