import { CommandError } from "../command.ts";
import { type ColumnMapping, readColumns } from "./csv-columns.ts";
import { createLineNumberer } from "./number-lines.ts";
import type { FileLine } from "./file-line.ts";
import type { ImportStanding } from "./import-standing.ts";
import { readCsv, readHeader } from "./read-csv.ts";
import { type ReadLine, readEvent, readText } from "./read-event.ts";

/** Lines that are stored together. */
export interface Slice {
  readonly lines: readonly ReadLine[];
  /** The position of the import after this slice. */
  readonly offset: number;
  readonly line: number;
  readonly header: readonly string[] | null;
}

/** One transaction of the group commit. It also limits memory use for long lines. */
const SLICE_LINES = 1_000;
const SLICE_BYTES = 2 * 1024 * 1024;

/** Cuts a file into slices, starting at the position of the import. */
export async function* cutSlices(
  pieces: AsyncIterable<Buffer>,
  standing: ImportStanding,
  mapping: ColumnMapping,
): AsyncGenerator<Slice> {
  let { header } = standing;
  let read = header === null ? undefined : reader(header, mapping);
  if (standing.format === "ndjson") read = readNdjson;
  let waiting: FileLine[] = [];
  let bytes = 0;

  /** True if enough lines are waiting to be stored. */
  function take(line: FileLine): boolean {
    if (read === undefined) {
      header = namesIn(line);
      read = reader(header, mapping);
      return false;
    }
    waiting.push(line);
    bytes += line.bytes.length;
    return waiting.length >= SLICE_LINES || bytes >= SLICE_BYTES;
  }

  function slice(): Slice {
    const last = waiting.at(-1);
    const lines = read?.(waiting) ?? [];
    [waiting, bytes] = [[], 0];
    return { lines, offset: last?.end ?? 0, line: last?.next ?? 1, header };
  }

  const cutter = createLineNumberer(standing, standing.format === "csv");
  try {
    for await (const piece of pieces) {
      for (const line of cutter.cut(piece)) if (!isBlank(line) && take(line)) yield slice();
    }
    for (const line of cutter.rest()) if (!isBlank(line)) take(line);
  } catch (error) {
    // Lines read before the damage in a file are stored too.
    if (waiting.length > 0) yield slice();
    throw error;
  }
  if (waiting.length > 0) yield slice();
}

function reader(header: readonly string[], mapping: ColumnMapping): (lines: readonly FileLine[]) => ReadLine[] {
  const columns = readColumns(header, mapping);
  return (lines) => readCsv(lines, columns);
}

function namesIn(row: FileLine): string[] {
  const names = readHeader(row);
  if (Array.isArray(names)) return names;
  throw new CommandError(
    `The first row must contain the column names, but it cannot be parsed: ${names.fault.detail}`,
    2,
  );
}

function readNdjson(lines: readonly FileLine[]): ReadLine[] {
  return lines.map((line) => {
    const text = readText(line);
    return typeof text === "string" ? readEvent(line.number, text.trim()) : text;
  });
}

const SPACE = 32;

function isBlank({ bytes }: FileLine): boolean {
  return bytes.every((byte) => byte <= SPACE);
}
