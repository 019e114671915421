import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { exists } from "../exists.ts";

/** One file of a backup. */
export interface BackupFile {
  /** Relative to the backup's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** The description of a backup, stored in `backup.json`. */
export interface BackupManifest {
  readonly format: 1;
  /** The release of Counterfoil. */
  readonly release: string;
  /** The major version of PostgreSQL. Only the same major version can read the files. */
  readonly postgresMajor: number;
  /** Identifies the database whose archive belongs to the backup. */
  readonly instanceId: string;
  readonly startedAt: string;
  /** The earliest instant to which the backup can be restored. */
  readonly endedAt: string;
  readonly timeline: number;
  readonly segmentBytes: number;
  /** The write-ahead log that the backup needs and contains. A restore needs the archive from the first segment on. */
  readonly firstSegment: string;
  readonly lastSegment: string;
  readonly files: readonly BackupFile[];
}

const manifestName = "backup.json";

/** Written last, with a hash of itself: a folder without it is not a backup. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const text = JSON.stringify({ sha256: hashOf(manifest), ...manifest }, null, 1);
  await writeFile(join(folder, manifestName), `${text}\n`, { mode: 0o600, flush: true });
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, manifestName);
  if (!(await exists(path))) {
    throw new EmbeddedPostgresError(
      `${folder} contains no backup: ${manifestName} is missing. Name the folder of a backup.`,
    );
  }
  const damaged = `${path} is damaged, so its list of files cannot be trusted. Use another copy of the backup.`;
  const read: unknown = await readFile(path, "utf8").then(JSON.parse, () => undefined);
  if (typeof read !== "object" || read === null || !("sha256" in read)) throw new EmbeddedPostgresError(damaged);
  const { sha256, ...manifest } = read as BackupManifest & { sha256: string };
  if (sha256 !== hashOf(manifest)) throw new EmbeddedPostgresError(damaged);
  if (manifest.format !== 1) {
    throw new EmbeddedPostgresError(
      `${folder} was made by Counterfoil ${manifest.release} in a format that this release cannot read. ` +
        "Restore it with that release.",
    );
  }
  return manifest;
}

function hashOf(manifest: object): string {
  return createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
}
