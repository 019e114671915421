import { type ExemptStatement, findStatements, type SqlFindings, writtenText } from "./sql-statements.ts";
import type { ParsedFile, SyntaxNode } from "./syntax.ts";

/** A statement that reads events. */
const READS = /\b(?:from|join)\s+(?:only\s+)?(?:named_)?usage_event\b/i;
/** What limits it to the events that PostgreSQL has for a reading (`storage/src/history/border.ts`). */
const LIMITED = /\b(?:inPostgres|namedInPostgres|endedSince)\(/;

/**
 * Statements that read events from PostgreSQL as if it had all of them (R-HIST-2). A statement is a string or template, with
 * the constants of its file that it contains, or the name of the view for a list.
 */
export function findUnlimitedEventReaders(
  files: readonly ParsedFile[],
  exempt: readonly ExemptStatement[],
): SqlFindings {
  return findStatements(files, { textAt: readerAt, isFine: (text) => LIMITED.test(text) }, exempt);
}

function readerAt(file: ParsedFile, node: SyntaxNode, around: readonly SyntaxNode[]): string | undefined {
  const text = writtenText(file, node, around);
  if (text === undefined || text === "named_usage_event") return text;
  return READS.test(text) ? withConstants(file.text, text) : undefined;
}

/** The statement followed by the constants that it contains. */
function withConstants(source: string, text: string): string {
  const names = [...text.matchAll(/\$\{([^}]*)\}/g)].flatMap(
    ([, inner = ""]) => inner.match(/\b[A-Z][A-Z_]+\b/g) ?? [],
  );
  const values = [...new Set(names)].map(
    (name) => new RegExp(`const ${name} = ([\\s\\S]*?);\\n`).exec(source)?.[1] ?? "",
  );
  return [text, ...values].join(" ");
}
