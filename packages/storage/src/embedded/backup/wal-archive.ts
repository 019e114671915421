import { chown, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { canReach } from "../server-user.ts";
import type { ServerHome } from "../server-home.ts";

const archiveFileName = "archive.json";

/** So that at most this much of what was answered is nowhere but on the disk of the server. */
const LONGEST_UNARCHIVED_SECONDS = 60;

/**
 * Makes the folder an archive of this instance and answers the settings under which PostgreSQL fills it: each segment of the
 * write-ahead log packed, whole or not at all. An archive of another instance is refused: a restored database tells another
 * story under the same names.
 */
export async function keepWalArchive(
  archive: string,
  instanceId: string,
  { user, dataFolder, binaries }: ServerHome,
): Promise<Readonly<Record<string, string>>> {
  refuseUnspeakable(archive);
  if (`${archive}${sep}`.startsWith(`${dataFolder}${sep}`)) {
    throw new EmbeddedPostgresError(
      `The archive ${archive} lies in the data that it is to outlive. Choose another folder.`,
    );
  }
  const made = await mkdir(archive, { recursive: true, mode: 0o700 });
  if (user !== undefined) {
    if (made !== undefined) await chown(archive, user.uid, user.gid);
    if (!canReach(user, join(binaries.folder, "postgres"), archive)) {
      throw new EmbeddedPostgresError(
        `PostgreSQL runs as ${user.name}, who cannot write to ${archive}. Make the folder theirs, and let them through the folders above it.`,
      );
    }
  }
  const owner = await archiveOwner(archive);
  if (owner === undefined) {
    if ((await readdir(archive)).length > 0) {
      throw new EmbeddedPostgresError(`${archive} holds something else. An archive begins in an empty folder.`);
    }
    await writeFile(join(archive, archiveFileName), `${JSON.stringify({ instanceId })}\n`, { flush: true });
  } else if (owner !== instanceId) {
    throw new EmbeddedPostgresError(
      `${archive} is the archive of another database. A restored or copied one begins an archive of its own: name an ` +
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

/** How recovery takes a file out of the archive again. */
export function restoreCommand(archive: string): string {
  refuseUnspeakable(archive);
  return `test -e '${archive}/%f.gz' && gzip -dc '${archive}/%f.gz' > "%p"`;
}

/** The instance whose archive this is; undefined when it is none. */
export async function archiveOwner(archive: string): Promise<string | undefined> {
  const read: unknown = await readFile(join(archive, archiveFileName), "utf8").then(JSON.parse, () => undefined);
  if (typeof read !== "object" || read === null || !("instanceId" in read)) return undefined;
  return String(read.instanceId);
}

/** A shell and PostgreSQL read the path: these characters would mean something to them. */
function refuseUnspeakable(archive: string): void {
  if (!/['%\\\n]/.test(archive)) return;
  throw new EmbeddedPostgresError(`The archive's path ${archive} may not hold ', %, \\ or a line's end.`);
}
