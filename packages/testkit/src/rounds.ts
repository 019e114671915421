/**
 * How many random histories a test runs. Each takes seconds, so a change runs a few of them; the nightly run sets
 * COUNTERFOIL_SEEDS=all.
 */
export function rounds({ few, all }: { readonly few: number; readonly all: number }): number {
  return process.env["COUNTERFOIL_SEEDS"] === "all" ? all : few;
}

/** The seeds 1, 2, 3 … of that many histories. */
export function seeds(count: { readonly few: number; readonly all: number }): number[] {
  return Array.from({ length: rounds(count) }, (_, index) => index + 1);
}
