import { closeSync, openSync, readSync } from "node:fs";

/** Tells whether a font can draw a code point. */
export type Coverage = (codePoint: number) => boolean;

/**
 * Reads which characters a TrueType font can draw from its `cmap` table only: 1 to 120 kB of a file of up to 10 MB.
 * Format: https://learn.microsoft.com/typography/opentype/spec/cmap (formats 4 and 12, the two in use).
 */
export function readCoverage(fontFile: string): Coverage {
  const ranges = rangesOf(readTable(fontFile, "cmap"));
  return (codePoint) => contains(ranges, codePoint);
}

/** First and last code point, both included. */
type Range = readonly [first: number, last: number];

function readTable(fontFile: string, tag: string): Buffer {
  const file = openSync(fontFile, "r");
  try {
    const read = (offset: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, offset);
      return bytes;
    };
    const tables = read(4, 2).readUInt16BE();
    const directory = read(12, tables * 16);
    for (let at = 0; at < directory.length; at += 16) {
      if (directory.toString("latin1", at, at + 4) !== tag) continue;
      return read(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12));
    }
  } finally {
    closeSync(file);
  }
  throw new Error(`${fontFile} has no ${tag} table`);
}

function rangesOf(cmap: Buffer): Range[] {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4)),
  );
  const subtable = subtables.find(isFormat(12)) ?? subtables.find(isFormat(4));
  if (subtable === undefined) throw new Error("the font has no Unicode character map");
  const ranges = isFormat(12)(subtable) ? rangesOfFormat12(subtable) : rangesOfFormat4(subtable);
  return ranges.sort(([first], [other]) => first - other);
}

function isFormat(format: number): (subtable: Buffer) => boolean {
  return (subtable) => subtable.readUInt16BE(0) === format;
}

function rangesOfFormat12(subtable: Buffer): Range[] {
  return Array.from({ length: subtable.readUInt32BE(12) }, (_, index) => {
    const at = 16 + index * 12;
    return [subtable.readUInt32BE(at), subtable.readUInt32BE(at + 4)] as const;
  });
}

function rangesOfFormat4(subtable: Buffer): Range[] {
  const twiceSegments = subtable.readUInt16BE(6);
  const ends = 14;
  const starts = ends + twiceSegments + 2;
  return Array.from({ length: twiceSegments / 2 - 1 }, (_, index) => {
    return [subtable.readUInt16BE(starts + index * 2), subtable.readUInt16BE(ends + index * 2)] as const;
  });
}

function contains(ranges: readonly Range[], codePoint: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] as Range;
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return true;
  }
  return false;
}
