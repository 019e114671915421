import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import type { BackupManifest } from "./backup-manifest.ts";
import { copyFile, inLanes } from "./copy-file.ts";

const LISTED = 10;

/**
 * Copies a backup's files and compares each with its hash. Throws an error that names files that are missing or
 * changed: a database with damaged files may start and fail much later.
 */
export async function copyBack(
  { files }: BackupManifest,
  backup: string,
  placeOf: (path: string) => string,
  { onProgress, signal }: { onProgress: (bytes: number, total: number) => void; signal?: AbortSignal | undefined },
): Promise<void> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const damaged: string[] = [];
  let bytes = 0;
  await inLanes(files, async ({ path, ...expected }) => {
    const onBytes = (more: number) => onProgress((bytes += more), total);
    const found = await copyFile(join(backup, path), placeOf(path), { onBytes, signal });
    if (found === undefined) damaged.push(`${path} is missing`);
    else if (found.sha256 !== expected.sha256) {
      const size = found.bytes === expected.bytes ? "" : ` (${found.bytes} bytes of ${expected.bytes})`;
      damaged.push(`${path} has changed since the backup${size}`);
    }
  });
  if (damaged.length === 0) return;
  const more = damaged.length > LISTED ? `\n  and ${damaged.length - LISTED} more` : "";
  throw new EmbeddedPostgresError(
    `The backup in ${backup} is damaged and was not restored:\n  ` +
      `${damaged.toSorted().slice(0, LISTED).join("\n  ")}${more}\n` +
      "Use another copy of it, or an earlier backup.",
  );
}

/** Creates the folders of the backup, including empty ones, because PostgreSQL does not start without them. */
export async function copyFolders(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.isDirectory()) await copyFolders(join(from, entry.name), join(to, entry.name));
  }
}
