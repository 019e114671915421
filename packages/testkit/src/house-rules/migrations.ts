import type { RepositoryFile } from "./repository.ts";
import { violationAt, type Violation } from "./violation.ts";

/** Tables with as many rows as events, or that grow with every change: locking or rewriting one stops the platform. */
const LARGE =
  "(?:usage_event|usage_event_key|usage_total|audit_entry|notification|webhook_delivery|webhook_attempt|invoice|invoice_line|journal_entry|mail)";

/**
 * What a migration must not do while the previous release still runs: remove or rename anything that its statements
 * name, or lock a large table for as long as reading it takes. docs/upgrading.md describes the alternatives.
 */
const unsafe: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(?:table|view|schema|type)\b/gi, "removes something that the previous release reads"],
  [/\bdrop\s+column\b/gi, "removes a column that the previous release reads"],
  [/\brename\s+(?:to|column|constraint|value)\b/gi, "renames something that the previous release uses"],
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/gi, "rewrites the table"],
  [/\balter\s+column\s+\w+\s+set\s+not\s+null\b/gi, "rejects rows of the previous release, and reads the whole table"],
  [/\badd\s+column\s+\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/gi, "rejects rows of the previous release"],
  [
    new RegExp(`\\bcreate\\s+(?:unique\\s+)?index\\s+\\w+\\s+on\\s+${LARGE}\\b`, "gi"),
    "blocks writes to a large table",
  ],
  [
    /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b(?![^;]*\bnot\s+valid\b)/gi,
    "reads the whole table while it is locked",
  ],
];

/** A comment above a statement that explains why it is safe. */
const EXCUSE = /--\s*safe:\s*\S+.*$/m;

/** Unsafe statements without such a comment. */
export function findUnsafeMigrations(files: readonly RepositoryFile[]): Violation[] {
  return files.flatMap((file) =>
    unsafe.flatMap(([pattern, why]) =>
      [...file.text.matchAll(pattern)]
        .filter(({ index }) => !isComment(file.text, index) && !isExcused(file.text, index))
        .map(({ index, 0: found }) => violationAt(file, index, `${found.replace(/\s+/g, " ")}: ${why}`)),
    ),
  );
}

function isComment(text: string, index: number): boolean {
  return text.slice(text.lastIndexOf("\n", index) + 1, index).includes("--");
}

/** True if the comment is directly above the statement. */
function isExcused(text: string, index: number): boolean {
  const statement = text.lastIndexOf(";", index) + 1;
  return EXCUSE.test(text.slice(statement, index));
}
