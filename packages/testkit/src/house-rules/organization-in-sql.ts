import { dottedName, isNode, walk, type ParsedFile, type SyntaxNode } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

/** A statement that need not name the organization: its file, a piece of its text, and the reason. */
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

/**
 * Statements that touch a table of organizations without naming the organization (R-ORG-1). A statement is a string or
 * template that starts like SQL and names such a table, or an expression that starts at `build`.
 */
export function findUnscopedStatements(
  files: readonly ParsedFile[],
  tables: readonly string[],
  exempt: readonly ExemptStatement[],
): SqlFindings {
  const touches = new RegExp(`\\b(?:from|join|into|update|using)\\s+(?:only\\s+)?"?(?:${tables.join("|")})"?\\b`, "i");
  const used = new Set<ExemptStatement>();
  const violations: Violation[] = [];
  let statements = 0;
  for (const file of files) {
    walk(file.program, (node, around) => {
      const text = rawStatement(file, node, around, touches) ?? builtStatement(file, node, around, tables);
      if (text === undefined) return;
      statements += 1;
      if (/organization_?(?:id|number)/i.test(text)) return;
      const exemption = exempt.find(({ path, contains }) => path === file.path && text.includes(contains));
      if (exemption === undefined)
        violations.push(violationAt(file, node.start, text.replace(/\s+/g, " ").slice(0, 100)));
      else used.add(exemption);
    });
  }
  return { statements, violations, unused: exempt.filter((one) => !used.has(one)) };
}

function rawStatement(
  file: ParsedFile,
  node: SyntaxNode,
  around: readonly SyntaxNode[],
  touches: RegExp,
): string | undefined {
  const isText = (node.type === "Literal" && typeof node["value"] === "string") || node.type === "TemplateLiteral";
  // Text inside ${…} of a template belongs to that template's statement.
  if (!isText || around.some(({ type }) => type === "TemplateLiteral")) return undefined;
  const text = file.text.slice(node.start + 1, node.end - 1);
  return /^\s*(?:select|insert|update|delete|with|merge|lock)\b/i.test(text) && touches.test(text) ? text : undefined;
}

/**
 * Kysely's form: the whole function that contains `build.selectFrom("account")…`, because the rows may be built earlier
 * in it.
 */
function builtStatement(
  file: ParsedFile,
  node: SyntaxNode,
  around: readonly SyntaxNode[],
  tables: readonly string[],
): string | undefined {
  if (node.type !== "CallExpression") return undefined;
  const starts = /^(?:build|db|trx)\.(?:selectFrom|insertInto|updateTable|deleteFrom)$/;
  if (!starts.test(dottedName(node["callee"]) ?? "")) return undefined;
  const [first] = node["arguments"] as unknown[];
  const table = isNode(first) && first.type === "Literal" ? String(first["value"]).split(" ")[0] : undefined;
  if (table !== undefined && !tables.includes(snakeCase(table))) return undefined;
  const holder = around.findLast(({ type }) => /Function/.test(type)) ?? around[0];
  return holder === undefined ? undefined : file.text.slice(holder.start, holder.end);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
