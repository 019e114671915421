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
  /** Contains the data, the password and the log, such as `<root>/.counterfoil`. Created if missing. */
  readonly folder: string;
  /** The TCP port on 127.0.0.1. By default, a free port that is then stored in the folder. */
  readonly port?: number;
  /** Called with readable lines about slow steps. */
  readonly onProgress?: (line: string) => void;
  /** PostgreSQL settings that override ours, such as `{ fsync: "off" }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Where to archive the write-ahead log, for restores to any instant. An absolute path. By default, nothing is
   * archived.
   */
  readonly walArchive?: string | undefined;
  /** Programs to use instead of those from the npm packages. */
  readonly binaries?: PostgresBinaries;
}

export interface EmbeddedPostgres {
  /** The address of the database `counterfoil` as its owner, a superuser, with the password. */
  readonly url: string;
  readonly port: number;
  /** The server's process ID. */
  readonly pid: number;
  readonly dataFolder: string;
  /** Resolves with how the server's process ended, whether it was stopped or not. */
  readonly exited: Promise<string>;
  /** Rolls back open transactions, writes out the data, and waits until the server has ended. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on the folder's data, and first creates the data if there is none. Only one server runs on a
 * folder: a second start fails while the process of the first lives. The server of a process that died is stopped and
 * replaced. The server stops when this process ends, for whatever reason. Throws `EmbeddedPostgresError` with the cause
 * and a solution.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder);
  const onProgress = options.onProgress ?? (() => undefined);
  // First, so that nothing is created where there are no programs.
  const binaries = options.binaries ?? embeddedBinaries();
  const claims: FolderClaim[] = [];
  const release = async () => {
    for (const claim of claims) await claim.release();
  };
  try {
    await makeFolder(folder);
    claims.push(await claimFolder(folder));
    const remembered = await readInstance(folder);
    const home = await chooseHome(folder, remembered, binaries, onProgress);
    // A copy of the folder stores the same home, so the home has a separate claim.
    if (home.folder !== folder) claims.push(await claimFolder(home.folder));
    const instance: Instance = { ...remembered, home: home.folder === folder ? null : home.folder };
    await writeInstance(folder, instance);
    const isDurable = options.settings?.["fsync"] !== "off";
    await initializeDataFolder(home, { password: instance.password, isDurable }, onProgress);
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

/**
 * Turns a system error (disk full, no permission) into an error that names the folder. Other errors are returned
 * unchanged.
 */
function inWords(error: unknown, folder: string): unknown {
  if (error instanceof EmbeddedPostgresError || !(error instanceof Error) || !("syscall" in error)) return error;
  return new EmbeddedPostgresError(
    `Cannot use ${folder} for the database (${error.message}). Give this user write permission, free some ` +
      `space, choose another data folder, ${useOwnServer}.`,
    { cause: error },
  );
}

interface LaunchPlace {
  readonly server: { readonly home: ServerHome; readonly socket: string | undefined };
  readonly instance: Instance;
  readonly folder: string;
}

/** Launches on the requested port, on the stored one, or on a free one, which it stores. */
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

/** Creates the database `counterfoil` if only the server exists yet. Also verifies the password. */
async function ensureDatabase(url: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const client = new pg.Client({ connectionString: maintenance.toString() });
  try {
    await client.connect();
    const found = await client.query("select 1 from pg_database where datname = $1", [ownerName]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(ownerName)}`);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The embedded PostgreSQL runs but refuses the connection: ${(cause as Error).message}.`,
      {
        cause,
      },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
