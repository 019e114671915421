import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { EmbeddedPostgresError } from "../embedded-postgres-error.ts";
import { archiveOwner } from "./wal-archive.ts";
import type { BackupManifest } from "./backup-manifest.ts";
import { findWalGap, readSegmentName, type WalGap } from "./wal-segments.ts";

const PACKED = ".gz";

/** The segments that an archive contains for a backup. */
export interface NeededLog {
  /** Names of intact segments. */
  readonly segments: readonly string[];
  /** Names of segments that exist but cannot be unpacked. */
  readonly damaged: readonly string[];
}

/**
 * Reads the archive from the backup on and unpacks every segment once. PostgreSQL would take a segment that cannot be
 * unpacked for the end of the log and silently leave out everything after it.
 */
export async function readNeededLog(
  archive: string,
  { instanceId, firstSegment, segmentBytes }: BackupManifest,
  onProgress: (share: number) => void,
): Promise<NeededLog> {
  const owner = await archiveOwner(archive);
  if (owner === undefined) throw new EmbeddedPostgresError(`${archive} is not an archive: archive.json is missing.`);
  if (owner !== instanceId) {
    throw new EmbeddedPostgresError(
      `${archive} is the archive of another database. Name the archive of the database in the backup.`,
    );
  }
  const names = (await readdir(archive))
    .filter((name) => name.endsWith(PACKED))
    .map((name) => name.slice(0, -PACKED.length))
    .filter((name) => name >= firstSegment && readSegmentName(name, segmentBytes) !== undefined)
    .toSorted();
  const segments: string[] = [];
  const damaged: string[] = [];
  for (const [index, name] of names.entries()) {
    const isWhole = (await unpackedBytes(join(archive, name + PACKED))) === segmentBytes;
    (isWhole ? segments : damaged).push(name);
    onProgress((index + 1) / names.length);
  }
  return { segments, damaged };
}

/** The part of the log that neither place contains; undefined if the log is complete. */
export function gapIn(
  manifest: BackupManifest,
  archived: readonly string[],
  unarchived: readonly string[],
): WalGap | undefined {
  const carried = manifest.files.map(({ path }) => path.split("/").at(-1) ?? "");
  return findWalGap(manifest.firstSegment, new Set([...carried, ...archived, ...unarchived]), manifest.segmentBytes);
}

async function unpackedBytes(path: string): Promise<number> {
  let bytes = 0;
  try {
    await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) bytes += chunk.length;
    });
  } catch (error) {
    if (String((error as { code?: string }).code).startsWith("Z_")) return -1;
    throw error;
  }
  return bytes;
}
