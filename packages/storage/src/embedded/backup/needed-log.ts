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

/** What an archive holds after a backup. */
export interface NeededLog {
  /** Names of segments that are whole. */
  readonly segments: readonly string[];
  /** Names of segments that are there but do not unpack. */
  readonly damaged: readonly string[];
}

/**
 * Reads what an archive holds from the backup on and unpacks every segment once: PostgreSQL takes one that does not unpack for
 * the end of the log, and would leave out everything after it without a word.
 */
export async function readNeededLog(
  archive: string,
  { instanceId, firstSegment, segmentBytes }: BackupManifest,
  onProgress: (share: number) => void,
): Promise<NeededLog> {
  const owner = await archiveOwner(archive);
  if (owner === undefined) throw new EmbeddedPostgresError(`${archive} is no archive: there is no archive.json in it.`);
  if (owner !== instanceId) {
    throw new EmbeddedPostgresError(`${archive} is the archive of another database than the one that was backed up.`);
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

/** The stretch of the log that is in none of the places where it could be; undefined where it is whole. */
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
