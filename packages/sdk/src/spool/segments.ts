import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** A position in the spool: an offset in bytes in a segment. */
export interface SpoolPosition {
  readonly segment: number;
  readonly offset: number;
}

/** Segments are files with one event per line, numbered in the order of their creation. */
export function segmentPath(folder: string, segment: number): string {
  return join(folder, `${String(segment).padStart(12, "0")}.ndjson`);
}

/** The numbers of the existing segments, oldest first. */
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
  /** After the last of these lines. */
  readonly offset: number;
}

const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Reads the next complete lines after an offset: at most `mostLines` and about 1 MiB; none at the end. Ignores anything
 * after the last newline: a crash interrupted its write before it was confirmed.
 *
 * @param end the offset up to which the segment is on disk, or its length if it is no longer written
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
      // If a line is longer than the chunk, read it with a larger chunk.
      if (lines.length > 0 || bytesRead < size) return { lines, offset: offset + from };
    }
  } finally {
    await file.close();
  }
}
