import type { ExemptStatement, SqlFindings } from "./organization-in-sql.ts";
import { type ParsedFile, walk } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

/** A comparison with a `coalesce` that is not selected. */
const COMPARED = /[<>=]\s*coalesce\(\s*\(\s*select\b/i;

/**
 * Statements that compare a column with a `coalesce` of a query. With row-level security, PostgreSQL uses no index for that
 * (docs/decisions/0121-conditions-that-use-indexes.md). A `coalesce` that is selected itself is fine.
 */
export function findComparedCoalesce(files: readonly ParsedFile[], exempt: readonly ExemptStatement[]): SqlFindings {
  const used = new Set<ExemptStatement>();
  const violations: Violation[] = [];
  let statements = 0;
  for (const file of files) {
    walk(file.program, (node, around) => {
      const isText = (node.type === "Literal" && typeof node["value"] === "string") || node.type === "TemplateLiteral";
      if (!isText || around.some(({ type }) => type === "TemplateLiteral")) return;
      const text = file.text.slice(node.start + 1, node.end - 1);
      if (/\bselect\b/i.test(text)) statements += 1;
      if (!COMPARED.test(text)) return;
      const exemption = exempt.find(({ path, contains }) => path === file.path && text.includes(contains));
      if (exemption === undefined)
        violations.push(violationAt(file, node.start, text.replace(/\s+/g, " ").slice(0, 100)));
      else used.add(exemption);
    });
  }
  return { statements, violations, unused: exempt.filter((one) => !used.has(one)) };
}
