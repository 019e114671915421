import { type ExemptStatement, findStatements, type SqlFindings, writtenText } from "./sql-statements.ts";
import { dottedName, isNode, type ParsedFile, type SyntaxNode } from "./syntax.ts";

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
  return findStatements(
    files,
    {
      textAt: (file, node, around) =>
        rawStatement(writtenText(file, node, around), touches) ?? builtStatement(file, node, around, tables),
      isFine: (text) => /organization_?(?:id|number)/i.test(text),
    },
    exempt,
  );
}

function rawStatement(text: string | undefined, touches: RegExp): string | undefined {
  if (text === undefined) return undefined;
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
