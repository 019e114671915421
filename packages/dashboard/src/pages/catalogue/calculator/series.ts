import type { PreviewPricesResultPricePoint } from "@counterfoil/sdk";

/** A price in the chart: its amount at each quantity, as the server computed it. */
export interface Series {
  readonly key: string;
  readonly name: string;
  readonly currency: string;
  readonly points: readonly PreviewPricesResultPricePoint[];
}

/** The colors of the lines, in the order in which prices are chosen. */
export const LINES = [
  { stroke: "stroke-chart-1", fill: "fill-chart-1", back: "bg-chart-1" },
  { stroke: "stroke-chart-2", fill: "fill-chart-2", back: "bg-chart-2" },
  { stroke: "stroke-chart-3", fill: "fill-chart-3", back: "bg-chart-3" },
  { stroke: "stroke-chart-4", fill: "fill-chart-4", back: "bg-chart-4" },
  { stroke: "stroke-chart-5", fill: "fill-chart-5", back: "bg-chart-5" },
  { stroke: "stroke-chart-6", fill: "fill-chart-6", back: "bg-chart-6" },
] as const;

export function lineOf(index: number): (typeof LINES)[number] {
  return LINES[index % LINES.length] ?? LINES[0];
}
