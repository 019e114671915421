import { type ExemptStatement, findStatements, type SqlFindings, writtenText } from "./sql-statements.ts";
import type { ParsedFile } from "./syntax.ts";

/** A comparison with a `coalesce` that is not selected. */
const COMPARED = /[<>=]\s*coalesce\(\s*\(\s*select\b/i;

/**
 * Statements that compare a column with a `coalesce` of a query. With row-level security, PostgreSQL uses no index for that
 * (docs/decisions/0121-conditions-that-use-indexes.md). A `coalesce` that is selected itself is fine.
 */
export function findComparedCoalesce(files: readonly ParsedFile[], exempt: readonly ExemptStatement[]): SqlFindings {
  return findStatements(
    files,
    {
      textAt(file, node, around) {
        const text = writtenText(file, node, around);
        return text !== undefined && /\bselect\b/i.test(text) ? text : undefined;
      },
      isFine: (text) => !COMPARED.test(text),
    },
    exempt,
  );
}
