/** A file of the write-ahead log by its position. The next file's number is one higher. */
export interface WalSegment {
  readonly timeline: number;
  readonly number: number;
}

const FOUR_GIGABYTES = 2 ** 32;

/** Parses a name such as `000000010000000000000003` of a segment of `segmentBytes`. Undefined for other names. */
export function readSegmentName(name: string, segmentBytes: number): WalSegment | undefined {
  if (!/^[0-9A-F]{24}$/.test(name)) return undefined;
  const part = (index: number) => Number.parseInt(name.slice(index * 8, index * 8 + 8), 16);
  return { timeline: part(0), number: part(1) * (FOUR_GIGABYTES / segmentBytes) + part(2) };
}

export function segmentName({ timeline, number }: WalSegment, segmentBytes: number): string {
  const perFile = FOUR_GIGABYTES / segmentBytes;
  const hex = (part: number) => part.toString(16).toUpperCase().padStart(8, "0");
  return `${hex(timeline)}${hex(Math.floor(number / perFile))}${hex(number % perFile)}`;
}

/** A missing part of the log, and the first segment after it, which cannot be reached. */
export interface WalGap {
  readonly firstMissing: string;
  readonly lastMissing: string;
  readonly goesOnAt: string;
}

/** The first gap from `first` on among the segments of its timeline; undefined if there is none. */
export function findWalGap(first: string, names: Iterable<string>, segmentBytes: number): WalGap | undefined {
  const start = readSegmentName(first, segmentBytes);
  if (start === undefined) return undefined;
  const { timeline } = start;
  const numbers = [...names]
    .map((name) => readSegmentName(name, segmentBytes))
    .filter((segment) => segment !== undefined && segment.timeline === timeline && segment.number >= start.number)
    .map((segment) => segment?.number ?? 0)
    .toSorted((a, b) => a - b);
  let expected = start.number;
  for (const number of numbers) {
    if (number > expected) {
      const name = (of: number) => segmentName({ timeline, number: of }, segmentBytes);
      return { firstMissing: name(expected), lastMissing: name(number - 1), goesOnAt: name(number) };
    }
    expected = number + 1;
  }
  return undefined;
}
