import { type ParsedFile, type SyntaxNode, walk } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

/** A statement that a rule does not apply to: its file, a piece of its text, and the reason. */
export interface ExemptStatement {
  readonly path: string;
  readonly contains: string;
  readonly because: string;
}

/** The result of the search. A rule that saw no statement proves nothing. */
export interface SqlFindings {
  readonly statements: number;
  readonly violations: readonly Violation[];
  /** Exemptions that match no statement anymore. */
  readonly unused: readonly ExemptStatement[];
}

/** What a rule says about statements. */
export interface SqlRule {
  /** The text of the statement at a node; undefined if there is none that the rule is about. */
  readonly textAt: (file: ParsedFile, node: SyntaxNode, around: readonly SyntaxNode[]) => string | undefined;
  readonly isFine: (text: string) => boolean;
}

export function findStatements(
  files: readonly ParsedFile[],
  { textAt, isFine }: SqlRule,
  exempt: readonly ExemptStatement[],
): SqlFindings {
  const used = new Set<ExemptStatement>();
  const violations: Violation[] = [];
  let statements = 0;
  for (const file of files) {
    walk(file.program, (node, around) => {
      const text = textAt(file, node, around);
      if (text === undefined) return;
      statements += 1;
      if (isFine(text)) return;
      const exemption = exempt.find(({ path, contains }) => path === file.path && text.includes(contains));
      if (exemption === undefined)
        violations.push(violationAt(file, node.start, text.replace(/\s+/g, " ").slice(0, 100)));
      else used.add(exemption);
    });
  }
  return { statements, violations, unused: exempt.filter((one) => !used.has(one)) };
}

/** The text of a string or template. Text inside ${…} of a template belongs to that template. */
export function writtenText(file: ParsedFile, node: SyntaxNode, around: readonly SyntaxNode[]): string | undefined {
  const isText = (node.type === "Literal" && typeof node["value"] === "string") || node.type === "TemplateLiteral";
  if (!isText || around.some(({ type }) => type === "TemplateLiteral")) return undefined;
  return file.text.slice(node.start + 1, node.end - 1);
}
