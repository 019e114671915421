import { chown, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { canReach } from "../server-user.ts";
import type { ServerHome } from "../server-home.ts";

const archiveFileName = "archive.json";

/** Limits how old committed data may be that exists only on the server's disk. */
const LONGEST_UNARCHIVED_SECONDS = 60;

/**
 * Makes the folder an archive of this instance and returns the settings with which PostgreSQL fills it. Each segment of
 * the write-ahead log is compressed and stored completely or not at all. Throws for an archive of another instance: a
 * restored database writes different segments under the same names.
 */
export async function keepWalArchive(
  archive: string,
  instanceId: string,
  { user, dataFolder, binaries }: ServerHome,
): Promise<Readonly<Record<string, string>>> {
  refuseUnspeakable(archive);
  if (`${archive}${sep}`.startsWith(`${dataFolder}${sep}`)) {
    throw new EmbeddedPostgresError(
      `The archive ${archive} is inside the data folder, so it could be lost with it. Choose another folder.`,
    );
  }
  const made = await mkdir(archive, { recursive: true, mode: 0o700 });
  if (user !== undefined) {
    if (made !== undefined) await chown(archive, user.uid, user.gid);
    if (!canReach(user, join(binaries.folder, "postgres"), archive)) {
      throw new EmbeddedPostgresError(
        `PostgreSQL runs as ${user.name}, who cannot write to ${archive}. ` +
          `Make ${user.name} its owner, and give access to the folders above it.`,
      );
    }
  }
  const owner = await archiveOwner(archive);
  if (owner === undefined) {
    if ((await readdir(archive)).length > 0) {
      throw new EmbeddedPostgresError(`${archive} contains other files. Name an empty folder for the archive.`);
    }
    await writeFile(join(archive, archiveFileName), `${JSON.stringify({ instanceId })}\n`, { flush: true });
  } else if (owner !== instanceId) {
    throw new EmbeddedPostgresError(
      `${archive} is the archive of another database. A restored or copied database needs a new archive: name an ` +
        "empty folder, and make a backup that goes with it.",
    );
  }
  const packed = `f='${archive}/%f.gz'`;
  const isThere = 'if test -e "$f"; then gzip -dc "$f" | cmp -s - "%p"; exit; fi';
  const pack = 'gzip -1 -c "%p" > "$f.part" && { sync "$f.part" || sync; } && mv "$f.part" "$f"';
  return {
    archive_mode: "on",
    archive_command: [packed, isThere, pack].join("; "),
    archive_timeout: `${LONGEST_UNARCHIVED_SECONDS}s`,
  };
}

/** The command with which recovery reads a file from the archive. */
export function restoreCommand(archive: string): string {
  refuseUnspeakable(archive);
  return `test -e '${archive}/%f.gz' && gzip -dc '${archive}/%f.gz' > "%p"`;
}

/** The instance that owns the archive; undefined if the folder is not an archive. */
export async function archiveOwner(archive: string): Promise<string | undefined> {
  const read: unknown = await readFile(join(archive, archiveFileName), "utf8").then(JSON.parse, () => undefined);
  if (typeof read !== "object" || read === null || !("instanceId" in read)) return undefined;
  return String(read.instanceId);
}

/** A shell and PostgreSQL parse the path, and these characters have a special meaning there. */
function refuseUnspeakable(archive: string): void {
  if (!/['%\\\n]/.test(archive)) return;
  throw new EmbeddedPostgresError(`The path of the archive, ${archive}, must not contain ', %, \\ or a line break.`);
}
