import { appendFile } from "node:fs/promises";

/** A result of a benchmark that releases are compared by. */
export interface Figure {
  /** Stays the same over releases, because it identifies the figure. */
  readonly name: string;
  /** As it is written after the value: "/s", " ms", " µs", " MiB". */
  readonly unit: string;
  readonly value: number;
  readonly better: "higher" | "lower";
  /** The documented goal, in the same unit. */
  readonly target?: number;
}

/** Records figures for `npm run bench -- all`, which names the file. A benchmark that runs alone only prints. */
export async function recordFigures(figures: readonly Figure[]): Promise<void> {
  const file = process.env["BENCH_FIGURES"];
  if (file === undefined) return;
  await appendFile(file, figures.map((figure) => `${JSON.stringify(figure)}\n`).join(""));
}
