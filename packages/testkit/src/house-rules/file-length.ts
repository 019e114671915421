import type { RepositoryFile } from "./repository.ts";
import type { Violation } from "./violation.ts";

/** The maximum number of lines of a file; one concept needs fewer. */
const longest = 300;

/** Source files with too many lines. */
export function findLongFiles(files: readonly RepositoryFile[]): Violation[] {
  return files
    .map(({ path, text }) => ({ path, line: text.trimEnd().split("\n").length }))
    .filter(({ line }) => line > longest)
    .map(({ path, line }) => ({ path, line, found: `${line} lines` }));
}
