/** The two ends of something, of values or of pixels. */
type Ends = readonly [from: number, to: number];

/** Where a value is drawn. */
export interface LinearScale {
  (value: number): number;
  /** Round values from the least to the most that is drawn. */
  readonly ticks: readonly number[];
}

/**
 * Values evenly onto pixels. The values are widened to round ones.
 * @param about how many parts the ticks make, more or less: their distance is 1, 2 or 5 times a power of ten
 */
export function scaleLinear([least, most]: Ends, [start, end]: Ends, about: number): LinearScale {
  const exact = (most - least) / about;
  const power = 10 ** Math.floor(Math.log10(exact));
  const times = [1, 2, 5].find((one) => one * power * 1.4 > exact) ?? 10;
  // Below one it divides: 3 / 10 is 0.3, and 3 × 0.1 is not.
  const [step, parts] = power < 1 ? [times, Math.round(1 / power)] : [times * power, 1];
  const first = Math.floor((least * parts) / step);
  const last = Math.ceil((most * parts) / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => ((first + index) * step) / parts);
  const [bottom, top] = [(first * step) / parts, (last * step) / parts];
  return Object.assign((value: number) => start + ((value - bottom) / (top - bottom)) * (end - start), { ticks });
}

/** Where the band of something begins. */
export interface BandScale<Key> {
  (key: Key): number;
  readonly width: number;
  /** From the beginning of one band to that of the next. */
  readonly step: number;
}

/** Things beside each other, in bands of one width. `padding` is the part of a step that is left between two of them. */
export function scaleBand<Key>(keys: readonly Key[], [start, end]: Ends, padding: number): BandScale<Key> {
  const step = (end - start) / Math.max(1, keys.length + padding);
  const places = new Map(keys.map((key, index) => [key, start + (index + padding) * step]));
  return Object.assign((key: Key) => places.get(key) ?? start, { step, width: step * (1 - padding) });
}

/** A line through points, as the `d` of a path. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return points.length === 0 ? "" : `M${points.map(([x, y]) => `${x},${y}`).join("L")}`;
}
