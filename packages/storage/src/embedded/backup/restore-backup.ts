import { copyFile as copyWhole, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { spawnSync } from "node:child_process";
import { embeddedBinaries, majorVersionOf } from "../binaries.ts";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { exists } from "../exists.ts";
import { claimantOf } from "../folder-claim.ts";
import { makeFolder, readInstance, writeInstance } from "../instance-file.ts";
import { chooseHome, type ServerHome } from "../server-home.ts";
import { serverUser, spawnAs } from "../server-user.ts";
import { startEmbeddedPostgres } from "../start-embedded-postgres.ts";
import { type BackupManifest, readManifest } from "./backup-manifest.ts";
import { copyBack, copyFolders } from "./copy-back.ts";
import { backedUpData } from "./make-backup.ts";
import { gapIn, readNeededLog } from "./needed-log.ts";
import { restoreCommand } from "./wal-archive.ts";
import { readSegmentName } from "./wal-segments.ts";

export interface RestoreRequest {
  readonly backup: string;
  /** Where the database is to live: a folder that is not there yet, or is empty. */
  readonly folder: string;
  /** All that was committed before this instant; null for all there is. */
  readonly until: string | null;
  /** The archive of what happened after the backup. */
  readonly archive: string | null;
  /** A data folder whose server is gone, for the last minute, which it did not archive any more. */
  readonly lost: string | null;
  /** Goes as far as the log is whole where a part of it is missing, instead of refusing. */
  readonly acceptsGap: boolean;
  readonly onProgress?: (step: "log" | "files" | "recovery", share: number) => void;
  readonly signal?: AbortSignal;
}

export interface RestoreOutcome {
  readonly manifest: BackupManifest;
  /** When the last transaction committed that was taken from the log; null where the backup itself was the end. */
  readonly lastCommitAt: string | null;
  /** What was left out because of a gap that was accepted, in words. */
  readonly gap: string | null;
}

/**
 * Restores a backup into an empty folder and lets PostgreSQL follow the log to the instant. What cannot be restored whole is
 * refused by name, and nothing is left behind then. The restored database is another one from here on: its archive is new.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreOutcome> {
  const folder = resolve(request.folder);
  const backup = resolve(request.backup);
  const manifest = await readManifest(backup);
  const wasThere = await exists(folder);
  refuseInstant(request.until, manifest);
  refuseOtherMajor(manifest);
  if (wasThere && (await readdir(folder)).length > 0) {
    throw new EmbeddedPostgresError(
      `${folder} is not empty. A restore never writes over anything: name a folder that is empty or not there yet.`,
    );
  }
  const { gap, left } = await decideLog(request, manifest);
  let home: ServerHome | undefined;
  try {
    await makeFolder(folder);
    const instance = { ...(await readInstance(backup)), id: randomBytes(8).toString("hex"), home: null, port: null };
    home = await chooseHome(folder, instance, embeddedBinaries(), () => undefined);
    const making = `${home.dataFolder}.restoring`;
    const placeOf = (path: string) =>
      path.startsWith(`${backedUpData}/`) ? join(making, path.slice(backedUpData.length + 1)) : join(folder, path);
    await copyFolders(join(backup, backedUpData), making);
    const onProgress = (bytes: number, total: number) => request.onProgress?.("files", bytes / total);
    await copyBack(manifest, backup, placeOf, { onProgress, signal: request.signal });
    for (const { name, path } of left) await copyWhole(path, join(making, "pg_wal", name));
    await writeFile(join(making, "recovery.signal"), "");
    await writeInstance(folder, { ...instance, home: home.folder === folder ? null : home.folder });
    await rename(making, home.dataFolder);
    request.onProgress?.("recovery", 0);
    const lastCommitAt = await recover(folder, request);
    return { manifest, lastCommitAt, gap };
  } catch (error) {
    await clear(folder, wasThere, home);
    throw error;
  }
}

function refuseInstant(until: string | null, { startedAt, endedAt }: BackupManifest): void {
  if (until === null || Date.parse(until) >= Date.parse(endedAt)) return;
  throw new EmbeddedPostgresError(
    `The backup was made from ${startedAt} to ${endedAt}; it restores instants from its end on. For ${until} take one that ended before.`,
  );
}

function refuseOtherMajor({ postgresMajor, release }: BackupManifest): void {
  const major = majorVersionOf(embeddedBinaries());
  if (major === postgresMajor) return;
  throw new EmbeddedPostgresError(
    `The backup is of PostgreSQL ${postgresMajor} (Counterfoil ${release}) and this release brings ${major}. Restore it ` +
      `with Counterfoil ${release}.`,
  );
}

interface DecidedLog {
  readonly gap: string | null;
  /** Segments of the lost data folder that are in no archive. */
  readonly left: readonly { readonly name: string; readonly path: string }[];
}

/** Finds the log from the backup on, and refuses one with a hole in it. */
async function decideLog(request: RestoreRequest, manifest: BackupManifest): Promise<DecidedLog> {
  const { archive, until, acceptsGap } = request;
  if (archive === null && request.lost === null) {
    if (until === null) return { gap: null, left: [] };
    throw new EmbeddedPostgresError(
      `The backup by itself restores ${manifest.endedAt}. For a later instant its archive is needed: --archive FOLDER.`,
    );
  }
  const inLost = request.lost === null ? [] : await segmentsOf(request.lost, manifest);
  const { segments, damaged } =
    archive === null
      ? { segments: [], damaged: [] }
      : await readNeededLog(archive, manifest, (share) => request.onProgress?.("log", share));
  if (archive !== null) refuseUnreadable(archive, segments);
  const left = inLost.filter(({ name }) => !segments.includes(name));
  const gap = gapIn(
    manifest,
    segments,
    left.map(({ name }) => name),
  );
  // A damaged last segment is no hole between others, but what it held is missing all the same.
  const lastDamaged = damaged.filter((name) => !left.some((other) => other.name === name)).at(-1);
  if (gap === undefined && lastDamaged === undefined) return { gap: null, left };
  const broken = damaged.length > 0 ? ` (${damaged.join(", ")} there, but damaged)` : "";
  const said =
    gap === undefined
      ? `The last segment of the log, ${lastDamaged}, is damaged`
      : `The log is not whole: ${stretch(gap.firstMissing, gap.lastMissing)} missing${broken}, and it goes on at ${gap.goesOnAt}`;
  if (acceptsGap) return { gap: `${said}. What happened from there on is not restored.`, left };
  throw new EmbeddedPostgresError(
    `${said}. Everything from there on cannot be restored. Look for it in another copy of the archive, or go as far as ` +
      "the log is whole with --up-to-gap.",
  );
}

function stretch(first: string, last: string): string {
  return first === last ? `${first} is` : `${first} to ${last} are`;
}

async function segmentsOf(lost: string, { segmentBytes, firstSegment }: BackupManifest) {
  const folder = resolve(lost);
  const claimant = await claimantOf(folder);
  if (claimant !== undefined) {
    throw new EmbeddedPostgresError(
      `Process ${claimant} still runs the database in ${folder}: it is not lost. Stop it first.`,
    );
  }
  const { home } = await readInstance(folder);
  const log = join(home ?? folder, backedUpData, "pg_wal");
  const names = await readdir(log).catch((cause: unknown) => {
    throw new EmbeddedPostgresError(`${log}, the log of the lost database, cannot be read.`, { cause });
  });
  return names
    .filter((name) => name >= firstSegment && readSegmentName(name, segmentBytes) !== undefined)
    .map((name) => ({ name, path: join(log, name) }));
}

/** PostgreSQL takes what it may not read for what is not there. */
function refuseUnreadable(archive: string, segments: readonly string[]): void {
  const user = serverUser(undefined);
  if (user === undefined || segments.length === 0) return;
  const script = 'cd -- "$1" || exit 1; shift; for f; do test -r "$f" || exit 1; done';
  const names = segments.map((name) => `${name}.gz`);
  const { status } = spawnSync("/bin/sh", ["-c", script, "sh", archive, ...names], { cwd: "/", ...spawnAs(user) });
  if (status === 0) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as ${user.name}, who may not read the archive ${archive}. Give it to them (chown -R ${user.name}).`,
  );
}

/** Follows the log to its end or to the instant, and stops. Answers when the last transaction that was followed committed. */
async function recover(folder: string, { archive, until }: RestoreRequest): Promise<string | null> {
  const settings = {
    restore_command: archive === null ? "false" : restoreCommand(resolve(archive)),
    hot_standby: "off",
    archive_mode: "off",
    recovery_target_action: "promote",
    ...(until === null
      ? {}
      : { recovery_target_time: until.replace("T", " ").replace("Z", "+00"), recovery_target_inclusive: "off" }),
  };
  const log = () => readFile(join(folder, "postgres.log"), "utf8").catch(() => "");
  try {
    await (await startEmbeddedPostgres({ folder, settings })).stop();
  } catch (cause) {
    if (/recovery ended before configured recovery target was reached/.test(await log())) {
      const last = lastCommit(await log());
      throw new EmbeddedPostgresError(
        `The log ends before ${until}${last === null ? "" : `: the last it holds was committed at ${last}`}. Without --until ` +
          "all of it is restored.",
        { cause },
      );
    }
    throw cause;
  }
  return lastCommit(await log());
}

/** As PostgreSQL says it: `2026-03-01 10:00:00.123456+00`. */
function lastCommit(log: string): string | null {
  const found = log.match(/last completed transaction was at log time (\S+) (\S+?)\+00/);
  return found === null ? null : `${found[1]}T${found[2]}Z`;
}

/** Takes away what was made, and the folder with it where we made it. The data may live elsewhere. */
async function clear(folder: string, wasThere: boolean, home: ServerHome | undefined): Promise<void> {
  if (home !== undefined && home.folder !== folder) await rm(home.folder, { recursive: true, force: true });
  if (!wasThere) return rm(folder, { recursive: true, force: true });
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
