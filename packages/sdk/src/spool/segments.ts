import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** A place in the spool: behind how many bytes of which segment. */
export interface SpoolPosition {
  readonly segment: number;
  readonly offset: number;
}

/** Segments are files of one event on each line, numbered in the order in which they were begun. */
export function segmentPath(folder: string, segment: number): string {
  return join(folder, `${String(segment).padStart(12, "0")}.ndjson`);
}

/** The numbers of the segments that there are, the oldest first. */
export async function listSegments(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names
    .map((name) => /^(\d{12})\.ndjson$/.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

export async function removeSegment(folder: string, segment: number): Promise<void> {
  await rm(segmentPath(folder, segment), { force: true });
}

export interface SegmentLines {
  readonly lines: readonly string[];
  /** Behind the last of them. */
  readonly offset: number;
}

const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * The next whole lines behind an offset, at most `mostLines` and about a mebibyte; none at the end. What stands behind the last newline
 * was torn by a crash before anybody was told that it is kept.
 *
 * @param end where the segment is sure to be on disk; its whole length where it is not written any more
 */
export async function readLines(
  path: string,
  { offset, end, mostLines }: { offset: number; end: number; mostLines: number },
): Promise<SegmentLines> {
  const file = await open(path, "r");
  try {
    for (let size = CHUNK_BYTES; ; size *= 2) {
      const wanted = Math.min(size, end - offset);
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.max(wanted, 0)), 0, Math.max(wanted, 0), offset);
      const lines: string[] = [];
      let from = 0;
      while (lines.length < mostLines) {
        const newline = buffer.subarray(0, bytesRead).indexOf(NEWLINE, from);
        if (newline === -1) break;
        lines.push(buffer.toString("utf8", from, newline));
        from = newline + 1;
      }
      // A line longer than the chunk is read with a larger one.
      if (lines.length > 0 || bytesRead < size) return { lines, offset: offset + from };
    }
  } finally {
    await file.close();
  }
}
