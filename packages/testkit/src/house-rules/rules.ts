import type { RepositoryFile } from "./repository.ts";
import { violationAt, type Violation } from "./violation.ts";

const ruleNumber = /\bR-[A-Z]+-\d+\b/g;

/** The IDs that the list of rules defines, each at the start of an item. */
export function definedRules(list: string): string[] {
  return [...list.matchAll(/^- \*\*(R-[A-Z]+-\d+)\*\*/gm)].map(([, rule = ""]) => rule);
}

/** How often files cite each rule, and the citations of unknown rules. */
export function findUnknownRules(
  files: readonly RepositoryFile[],
  defined: readonly string[],
): { citations: number; violations: Violation[] } {
  const citations = files.flatMap((file) => [...file.text.matchAll(ruleNumber)].map((match) => ({ file, match })));
  const violations = citations
    .filter(({ match }) => !defined.includes(match[0]))
    .map(({ file, match }) => violationAt(file, match.index, match[0]));
  return { citations: citations.length, violations };
}
