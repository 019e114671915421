import { createReadStream } from "node:fs";
import { CommandError } from "../command.ts";
import type { EventFile } from "./event-file.ts";
import { unpack } from "./unpack.ts";

/** The content of a file, piece by piece. */
export interface EventBytes {
  /** Uncompressed, from the offset on. */
  readonly pieces: AsyncIterable<Buffer>;
  /** The share of the file that has been read, 0 to 1; undefined if its size is unknown. */
  share(): number | undefined;
}

const PIECE_BYTES = 256 * 1024;
const GZIP = Buffer.from([0x1f, 0x8b]);
const UTF_16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * Opens a file at an offset of its content. Detects gzip by the first bytes, not by the name. A gzip file is
 * uncompressed from its beginning, and everything before the offset is skipped.
 */
export async function openEventBytes(file: EventFile, offset: number): Promise<EventBytes> {
  const size = file.identity?.bytes;
  let read = 0;
  const [first, pieces] = await beginningOf(
    counted(file, 0, (bytes) => (read += bytes)),
    2,
  );
  if (UTF_16.some((mark) => first.subarray(0, 2).equals(mark))) {
    await closeUnread(pieces);
    throw new CommandError(`${file.name} is UTF-16. Save it as UTF-8 and run the command again.`);
  }
  const share = () => (size === undefined || size === 0 ? undefined : read / size);
  if (first.subarray(0, 2).equals(GZIP)) return { pieces: without(unpack(pieces), offset), share };
  if (offset === 0) return { pieces, share };
  await closeUnread(pieces);
  read = offset;
  return { pieces: counted(file, offset, (bytes) => (read += bytes)), share };
}

/**
 * Reads at least the first `bytes` bytes, or all if there are fewer. Returns them, and all pieces from the first byte on.
 */
export async function beginningOf(
  pieces: AsyncIterable<Buffer>,
  bytes: number,
): Promise<[Buffer, AsyncGenerator<Buffer>]> {
  const rest = pieces[Symbol.asyncIterator]();
  let first: Buffer = Buffer.alloc(0);
  while (first.length < bytes) {
    const next = await rest.next();
    if (next.done === true) break;
    first = first.length === 0 ? next.value : Buffer.concat([first, next.value]);
  }
  return [first, joined(first, rest)];
}

async function* joined(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Closes a generator that will not be read: one that was never started would leave its file open. */
export async function closeUnread(pieces: AsyncGenerator<Buffer>): Promise<void> {
  await pieces.next();
  await pieces.return(undefined);
}

async function* counted(file: EventFile, start: number, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  const stream =
    file.path === null ? process.stdin : createReadStream(file.path, { start, highWaterMark: PIECE_BYTES });
  for await (const piece of stream as AsyncIterable<Buffer>) {
    count(piece.length);
    yield piece;
  }
}

async function* without(pieces: AsyncIterable<Buffer>, offset: number): AsyncGenerator<Buffer> {
  let left = offset;
  for await (const piece of pieces) {
    if (piece.length > left) yield piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}
