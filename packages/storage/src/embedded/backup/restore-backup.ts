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
  /** Where to create the database: a folder that does not exist yet or is empty. */
  readonly folder: string;
  /** Restores everything committed before this instant; null restores everything available. */
  readonly until: string | null;
  /** The archive of the log after the backup. */
  readonly archive: string | null;
  /** A data folder whose server no longer runs. It may hold the last minute, which was not archived. */
  readonly lost: string | null;
  /** If part of the log is missing, restores up to the gap instead of failing. */
  readonly acceptsGap: boolean;
  readonly onProgress?: (step: "log" | "files" | "recovery", share: number) => void;
  readonly signal?: AbortSignal;
}

export interface RestoreOutcome {
  readonly manifest: BackupManifest;
  /**
   * When the last transaction replayed from the log was committed; null if the restore ended with the backup itself.
   */
  readonly lastCommitAt: string | null;
  /** A description of what was left out because of an accepted gap. */
  readonly gap: string | null;
}

/**
 * Restores a backup into an empty folder and lets PostgreSQL replay the log up to the instant. If a complete restore is
 * not possible, throws an error with the reason and leaves nothing behind. The restored database is a new instance from
 * here on, with a new archive.
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
      `${folder} is not empty. A restore never overwrites files. Name an empty or new folder.`,
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
    `The backup was made from ${startedAt} to ${endedAt} and cannot restore a time before its end. ` +
      `For ${until}, use an earlier backup.`,
  );
}

function refuseOtherMajor({ postgresMajor, release }: BackupManifest): void {
  const major = majorVersionOf(embeddedBinaries());
  if (major === postgresMajor) return;
  throw new EmbeddedPostgresError(
    `The backup is from PostgreSQL ${postgresMajor} (Counterfoil ${release}), but this release contains ` +
      `PostgreSQL ${major}. Restore it ` +
      `with Counterfoil ${release}.`,
  );
}

interface DecidedLog {
  readonly gap: string | null;
  /** Segments of the lost data folder that no archive contains. */
  readonly left: readonly { readonly name: string; readonly path: string }[];
}

/** Finds the log from the backup on. Throws if it has a gap. */
async function decideLog(request: RestoreRequest, manifest: BackupManifest): Promise<DecidedLog> {
  const { archive, until, acceptsGap } = request;
  if (archive === null && request.lost === null) {
    if (until === null) return { gap: null, left: [] };
    throw new EmbeddedPostgresError(
      `The backup alone restores the state of ${manifest.endedAt}. ` +
        "For a later time, name its archive with --archive FOLDER.",
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
  // A damaged last segment is not a gap between others, but its content is missing all the same.
  const lastDamaged = damaged.filter((name) => !left.some((other) => other.name === name)).at(-1);
  if (gap === undefined && lastDamaged === undefined) return { gap: null, left };
  const broken = damaged.length > 0 ? ` (${damaged.join(", ")} present but damaged)` : "";
  const said =
    gap === undefined
      ? `The last segment of the log, ${lastDamaged}, is damaged`
      : `The log is incomplete: ${stretch(gap.firstMissing, gap.lastMissing)} missing${broken}, and it continues ` +
        `at ${gap.goesOnAt}`;
  if (acceptsGap) return { gap: `${said}. Changes after that point are not restored.`, left };
  throw new EmbeddedPostgresError(
    `${said}. Changes after that point cannot be restored. ` +
      "Use another copy of the archive, or restore up to the gap with " +
      "--up-to-gap.",
  );
}

function stretch(first: string, last: string): string {
  return first === last ? `${first} is` : `${first} to ${last} are`;
}

async function segmentsOf(lost: string, { segmentBytes, firstSegment }: BackupManifest) {
  const folder = resolve(lost);
  const claimant = await claimantOf(folder);
  if (claimant !== undefined) {
    throw new EmbeddedPostgresError(`Process ${claimant} still runs the database in ${folder}. Stop it first.`);
  }
  const { home } = await readInstance(folder);
  const log = join(home ?? folder, backedUpData, "pg_wal");
  const names = await readdir(log).catch((cause: unknown) => {
    throw new EmbeddedPostgresError(
      `${log}, the log of the lost database, cannot be read. Check the folder and its permissions.`,
      { cause },
    );
  });
  return names
    .filter((name) => name >= firstSegment && readSegmentName(name, segmentBytes) !== undefined)
    .map((name) => ({ name, path: join(log, name) }));
}

/** PostgreSQL treats files that it may not read as missing. */
function refuseUnreadable(archive: string, segments: readonly string[]): void {
  const user = serverUser(undefined);
  if (user === undefined || segments.length === 0) return;
  const script = 'cd -- "$1" || exit 1; shift; for f; do test -r "$f" || exit 1; done';
  const names = segments.map((name) => `${name}.gz`);
  const { status } = spawnSync("/bin/sh", ["-c", script, "sh", archive, ...names], { cwd: "/", ...spawnAs(user) });
  if (status === 0) return;
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as ${user.name}, who cannot read the archive ${archive}. ` +
      `Change its owner (chown -R ${user.name}).`,
  );
}

/**
 * Replays the log to its end or to the instant, then stops the server. Returns when the last replayed transaction was
 * committed.
 */
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
        `The log ends before ${until}${last === null ? "" : `: its last transaction was committed at ${last}`}. ` +
          "Leave out --until " +
          "to restore all of it.",
        { cause },
      );
    }
    throw cause;
  }
  return lastCommit(await log());
}

/** In PostgreSQL's format: `2026-03-01 10:00:00.123456+00`. */
function lastCommit(log: string): string | null {
  const found = log.match(/last completed transaction was at log time (\S+) (\S+?)\+00/);
  return found === null ? null : `${found[1]}T${found[2]}Z`;
}

/** Removes what was created, including the folder if it did not exist before. The data may be in another folder. */
async function clear(folder: string, wasThere: boolean, home: ServerHome | undefined): Promise<void> {
  if (home !== undefined && home.folder !== folder) await rm(home.folder, { recursive: true, force: true });
  if (!wasThere) return rm(folder, { recursive: true, force: true });
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}
