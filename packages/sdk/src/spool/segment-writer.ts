import { type FileHandle, open } from "node:fs/promises";
import { segmentPath } from "./segments.ts";

/** Appends lines to the newest segment. */
export interface SegmentWriter {
  /** Resolves when the line is on disk. Lines of concurrent callers are written together. */
  append(line: string): Promise<void>;
  /** The current segment, and the offset up to which it is on disk. */
  readonly segment: number;
  readonly end: number;
  /** Waits for running writes. */
  close(): Promise<void>;
}

interface PendingLine {
  readonly bytes: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const SEGMENT_BYTES = 8 * 1024 * 1024;

/**
 * @param first the number of the first segment to write; the writer always starts a new segment
 * @param onWritten called when more lines are on disk
 */
export async function openSegmentWriter(folder: string, first: number, onWritten: () => void): Promise<SegmentWriter> {
  let segment = first;
  let end = 0;
  let file = await begin(folder, segment);
  let pending: PendingLine[] = [];
  let writing: Promise<void> | null = null;
  let mustTurn = false;

  async function turn(): Promise<void> {
    const next = await begin(folder, segment + 1);
    await file.close();
    file = next;
    segment += 1;
    end = 0;
    mustTurn = false;
  }

  async function writeTogether(lines: readonly PendingLine[]): Promise<void> {
    try {
      if (mustTurn || end >= SEGMENT_BYTES) await turn();
      const bytes = Buffer.concat(lines.map((line) => line.bytes));
      await writeAll(file, bytes, end);
      await file.datasync();
      end += bytes.length;
      for (const { resolve } of lines) resolve();
      onWritten();
    } catch (error) {
      // These lines were never confirmed, so they must not be found: cut off what was written, and continue in a new
      // segment.
      mustTurn = true;
      await file.truncate(end).catch(() => undefined);
      for (const { reject } of lines) reject(error);
    }
  }

  async function writePending(): Promise<void> {
    while (pending.length > 0) {
      const lines = pending;
      pending = [];
      await writeTogether(lines);
    }
    writing = null;
  }

  return {
    append(line) {
      return new Promise((resolve, reject) => {
        pending.push({ bytes: Buffer.from(`${line}\n`), resolve, reject });
        writing ??= Promise.resolve().then(writePending);
      });
    },
    get segment() {
      return segment;
    },
    get end() {
      return end;
    },
    async close() {
      await writing;
      await file.close();
    },
  };
}

/** Creates a file and syncs its name to disk. */
async function begin(folder: string, segment: number): Promise<FileHandle> {
  const file = await open(segmentPath(folder, segment), "w");
  const directory = await open(folder, "r").catch(() => null);
  // Windows cannot sync folders, and keeps names without it.
  await directory?.sync().catch(() => undefined);
  await directory?.close();
  return file;
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  }
}
