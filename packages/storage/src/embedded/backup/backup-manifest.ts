import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { exists } from "../exists.ts";

/** One file of a backup as it was copied. */
export interface BackupFile {
  /** From the backup's folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a backup says of itself, in `backup.json`. */
export interface BackupManifest {
  readonly format: 1;
  /** Of Counterfoil. */
  readonly release: string;
  /** Of PostgreSQL: its files are read by the same major version only. */
  readonly postgresMajor: number;
  /** Names the database whose archive goes with it. */
  readonly instanceId: string;
  readonly startedAt: string;
  /** The earliest instant that can be restored from it. */
  readonly endedAt: string;
  readonly timeline: number;
  readonly segmentBytes: number;
  /** The write-ahead log that it needs, and carries: the archive is needed from the first one on. */
  readonly firstSegment: string;
  readonly lastSegment: string;
  readonly files: readonly BackupFile[];
}

const manifestName = "backup.json";

/** Written last, with a hash of itself: a folder without one is no backup. */
export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  const text = JSON.stringify({ sha256: hashOf(manifest), ...manifest }, null, 1);
  await writeFile(join(folder, manifestName), `${text}\n`, { mode: 0o600, flush: true });
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  const path = join(folder, manifestName);
  if (!(await exists(path))) {
    throw new EmbeddedPostgresError(`${folder} holds no backup: there is no ${manifestName} in it.`);
  }
  const damaged = `${path} is damaged: what it lists cannot be trusted. Take another copy of the backup.`;
  const read: unknown = await readFile(path, "utf8").then(JSON.parse, () => undefined);
  if (typeof read !== "object" || read === null || !("sha256" in read)) throw new EmbeddedPostgresError(damaged);
  const { sha256, ...manifest } = read as BackupManifest & { sha256: string };
  if (sha256 !== hashOf(manifest)) throw new EmbeddedPostgresError(damaged);
  if (manifest.format !== 1) {
    throw new EmbeddedPostgresError(
      `${folder} was made by Counterfoil ${manifest.release} in a form that this release does not read.`,
    );
  }
  return manifest;
}

function hashOf(manifest: object): string {
  return createHash("sha256").update(JSON.stringify(manifest)).digest("hex");
}
