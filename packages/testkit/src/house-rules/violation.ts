import type { RepositoryFile } from "./repository.ts";

/** A place that violates a rule, and how. */
export interface Violation {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly found: string;
}

/** The violation at an offset of a file's text. */
export function violationAt(file: RepositoryFile, offset: number, found: string): Violation {
  return { path: file.path, line: file.text.slice(0, offset).split("\n").length, found };
}

/** One line per violation, such as `packages/engine/src/money.ts:12 Number(…)`. */
export function print(violations: readonly Violation[]): string[] {
  return violations.map(({ path, line, found }) => `${path}:${line} ${found}`);
}
