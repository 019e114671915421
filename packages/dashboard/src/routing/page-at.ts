import type { SearchAt, SearchPath } from "./searches.ts";

/** Where a link or a step leads, with what the address says there: only what that page reads. */
export function pageAt<Path extends SearchPath>(
  to: Path,
  search: SearchAt<Path>,
): { readonly to: Path; readonly search: SearchAt<Path> } {
  return { to, search };
}
