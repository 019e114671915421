import { scaleBand as d3Band, scaleLinear as d3Linear } from "d3-scale";
import { line } from "d3-shape";

/** The two ends of a range of values or pixels. */
type Ends = readonly [from: number, to: number];

/** The position of a value. */
export interface LinearScale {
  (value: number): number;
  /** Round values from the lowest to the highest on the axis. */
  readonly ticks: readonly number[];
}

/** Maps values linearly to pixels. The ends of the axis are rounded, with about `parts` steps between them. */
export function scaleLinear(values: Ends, pixels: Ends, parts: number): LinearScale {
  const scale = d3Linear().domain(values).nice(parts).range(pixels);
  return Object.assign((value: number) => scale(value), { ticks: scale.ticks(parts) });
}

/** The start of a key's band. */
export interface BandScale<Key> {
  (key: Key): number;
  readonly width: number;
  /** The distance from the start of one band to the start of the next. */
  readonly step: number;
}

/** Bands of equal width. `padding` is the share of a step between two bands. */
export function scaleBand<Key extends string | number>(
  keys: readonly Key[],
  [start, end]: Ends,
  padding: number,
): BandScale<Key> {
  const scale = d3Band<Key>().domain(keys).range([start, end]).padding(padding);
  return Object.assign((key: Key) => scale(key) ?? start, { step: scale.step(), width: scale.bandwidth() });
}

/** A line through points, as the `d` of a path. */
export function lineThrough(points: readonly (readonly [x: number, y: number])[]): string {
  return line<readonly [number, number]>()([...points]) ?? "";
}
