import type { StatementCost } from "./statement-effect.ts";

/**
 * Megabytes of a table per second. Measured by `npm run bench -- migrations` on two busy cores, then rounded down: a scan
 * read 677 to 762, an index build 66 to 91, an update of every row 7, a rewrite 33 to 35. A table that is not in memory
 * takes as long as its disk needs to read it.
 */
const MEGABYTES_PER_SECOND: Readonly<Record<Exclude<StatementCost, "catalog">, number>> = {
  scan: 600,
  index: 60,
  rows: 6,
  rewrite: 30,
};

/** A change of the catalog takes milliseconds, whatever the size of the table. */
const CATALOG_SECONDS = 0.01;

/** About how long a statement works on a table of this size. */
export function estimateSeconds(cost: StatementCost, bytes: number): number {
  return cost === "catalog" ? CATALOG_SECONDS : CATALOG_SECONDS + bytes / 1_000_000 / MEGABYTES_PER_SECOND[cost];
}
