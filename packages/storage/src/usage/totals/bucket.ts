/**
 * The lengths of buckets in seconds: a quarter of an hour, because days begin at one in every time zone, and a UTC day.
 */
export const spans = [900, 86_400] as const;

export type Span = (typeof spans)[number];

const [QUARTER, DAY] = spans;

/** The buckets [first, next) of one span. */
export interface BucketRange {
  readonly span: Span;
  readonly first: number;
  readonly next: number;
}

/** Milliseconds since 1970, half-open. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A stretch of time divided into buckets, as coarse as possible, and parts that only events cover. */
export interface Cover {
  readonly buckets: readonly BucketRange[];
  readonly bare: readonly Stretch[];
}

export function bucketOf(at: number, span: Span): number {
  return Math.floor(at / (span * 1_000));
}

export function stretchOf({ span, first, next }: BucketRange): Stretch {
  return { start: first * span * 1_000, end: next * span * 1_000 };
}

/** Days where possible, quarters before and after them, and events where no quarter fits. */
export function cover({ start, end }: Stretch): Cover {
  const quarters = { first: Math.ceil(start / (QUARTER * 1_000)), next: bucketOf(end, QUARTER) };
  if (quarters.first >= quarters.next) return { buckets: [], bare: filled([{ start, end }]) };
  const inside = stretchOf({ span: QUARTER, ...quarters });
  return {
    buckets: bucketsIn(inside),
    bare: filled([
      { start, end: inside.start },
      { start: inside.end, end },
    ]),
  };
}

/** For a stretch that begins and ends at a quarter. */
function bucketsIn({ start, end }: Stretch): BucketRange[] {
  const days = { first: Math.ceil(start / (DAY * 1_000)), next: bucketOf(end, DAY) };
  const [first, next] = [bucketOf(start, QUARTER), bucketOf(end, QUARTER)];
  if (days.first >= days.next) return [{ span: QUARTER, first, next }];
  const quartersOfDay = DAY / QUARTER;
  return [
    { span: QUARTER, first, next: days.first * quartersOfDay } as const,
    { span: DAY, ...days } as const,
    { span: QUARTER, first: days.next * quartersOfDay, next } as const,
  ].filter((range) => range.first < range.next);
}

/**
 * A cover without unusable buckets: quarters replace an unusable day, and events replace an unusable quarter. Days and
 * quarters are given by their numbers.
 */
export function coverWithout({ buckets, bare }: Cover, unusable: Readonly<Record<Span, ReadonlySet<number>>>): Cover {
  const quartersOfDay = DAY / QUARTER;
  const quarters = buckets
    .flatMap((range): BucketRange[] => (range.span === DAY ? split(range, unusable[DAY]).without : []))
    .map(({ first, next }): BucketRange => {
      return { span: QUARTER, first: first * quartersOfDay, next: next * quartersOfDay };
    });
  const days = buckets.flatMap((range) => (range.span === DAY ? split(range, unusable[DAY]).kept : []));
  const finer = [...buckets.filter((range) => range.span === QUARTER), ...quarters].map((range) =>
    split(range, unusable[QUARTER]),
  );
  return {
    buckets: [...days, ...finer.flatMap(({ kept }) => kept)],
    bare: [...bare, ...finer.flatMap(({ without }) => without.map(stretchOf))],
  };
}

/** Splits a range into runs of usable buckets and the single unusable buckets. */
function split({ span, first, next }: BucketRange, unusable: ReadonlySet<number>) {
  const without = [...unusable]
    .filter((bucket) => bucket >= first && bucket < next)
    .toSorted((a, b) => a - b)
    .map((bucket): BucketRange => ({ span, first: bucket, next: bucket + 1 }));
  const kept: BucketRange[] = [];
  let from = first;
  for (const hole of [...without, { first: next, next }]) {
    if (hole.first > from) kept.push({ span, first: from, next: hole.first });
    from = hole.next;
  }
  return { kept, without };
}

function filled(stretches: readonly Stretch[]): Stretch[] {
  return stretches.filter(({ start, end }) => start < end);
}
