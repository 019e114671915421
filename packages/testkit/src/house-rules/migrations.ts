import type { RepositoryFile } from "./repository.ts";
import { violationAt, type Violation } from "./violation.ts";

/** Tables whose rows are as many as events, or grow with every change: what locks or rewrites one stops the platform. */
const LARGE =
  "(?:usage_event|usage_event_key|usage_total|audit_entry|notification|webhook_delivery|webhook_attempt|invoice|invoice_line|journal_entry|mail)";

/**
 * What a migration must not do while the release before still runs: take away or rename what its statements name, and hold a
 * lock on a large table for as long as reading it takes. docs/upgrading.md says what to do instead.
 */
const unsafe: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(?:table|view|schema|type)\b/gi, "takes away what the release before reads"],
  [/\bdrop\s+column\b/gi, "takes away a column that the release before reads"],
  [/\brename\s+(?:to|column|constraint|value)\b/gi, "renames what the release before names"],
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/gi, "rewrites the table"],
  [
    /\balter\s+column\s+\w+\s+set\s+not\s+null\b/gi,
    "refuses the rows of the release before, and reads the whole table",
  ],
  [/\badd\s+column\s+\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/gi, "refuses the rows of the release before"],
  [
    new RegExp(`\\bcreate\\s+(?:unique\\s+)?index\\s+\\w+\\s+on\\s+${LARGE}\\b`, "gi"),
    "keeps writers out of a large table",
  ],
  [
    /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b(?![^;]*\bnot\s+valid\b)/gi,
    "reads the whole table under a lock",
  ],
];

/** Written above a statement, with why it is fine. */
const EXCUSE = /--\s*safe:\s*\S+.*$/m;

/** Statements that are unsafe and do not say why they are fine. */
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

/** In the comment that stands directly above the statement. */
function isExcused(text: string, index: number): boolean {
  const statement = text.lastIndexOf(";", index) + 1;
  return EXCUSE.test(text.slice(statement, index));
}
