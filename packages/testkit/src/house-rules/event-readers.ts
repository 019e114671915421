import type { ExemptStatement, SqlFindings } from "./organization-in-sql.ts";
import { type ParsedFile, type SyntaxNode, walk } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

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
  const used = new Set<ExemptStatement>();
  const violations: Violation[] = [];
  let statements = 0;
  for (const file of files) {
    walk(file.program, (node, around) => {
      const text = readerOf(file, node, around);
      if (text === undefined) return;
      statements += 1;
      if (LIMITED.test(text)) return;
      const exemption = exempt.find(({ path, contains }) => path === file.path && text.includes(contains));
      if (exemption === undefined)
        violations.push(violationAt(file, node.start, text.replace(/\s+/g, " ").slice(0, 100)));
      else used.add(exemption);
    });
  }
  return { statements, violations, unused: exempt.filter((one) => !used.has(one)) };
}

function readerOf(file: ParsedFile, node: SyntaxNode, around: readonly SyntaxNode[]): string | undefined {
  const isText = (node.type === "Literal" && typeof node["value"] === "string") || node.type === "TemplateLiteral";
  if (!isText || around.some(({ type }) => type === "TemplateLiteral")) return undefined;
  const text = file.text.slice(node.start + 1, node.end - 1);
  if (text === "named_usage_event") return text;
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
