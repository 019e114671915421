import { dottedName, isNode, type ParsedFile, type SyntaxNode, walk } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

/** The columns of each table, by the name of its type: `InvoiceTable` of `tables.gen.ts` is `Invoice`. */
export type TableColumns = ReadonlyMap<string, ReadonlySet<string>>;

/** An interface or type that has more than this share of a table's columns, and nothing else, is the table's row. */
const WHOLE = 2 / 3;

/** The tables that `tables.gen.ts` declares. Without the organization: the transaction knows it. */
export function tableColumns(generated: ParsedFile): TableColumns {
  const tables = new Map<string, ReadonlySet<string>>();
  walk(generated.program, (node) => {
    const name = node.type === "TSInterfaceDeclaration" ? dottedName(node["id"]) : undefined;
    if (name === undefined || !/.Table$/.test(name)) return;
    tables.set(name.replace(/Table$/, ""), new Set(membersOf(node["body"]).filter((one) => one !== "organizationId")));
  });
  return tables;
}

/**
 * Types that list a table's columns again instead of using `Row<"invoice">`: those with most of its columns, and those
 * whose name ends in Row. A query that adds or omits columns should use `Row`, `Pick` and `&`.
 */
export function findRepeatedRows(files: readonly ParsedFile[], tables: TableColumns): Violation[] {
  return files.flatMap((file) => {
    const found: Violation[] = [];
    walk(file.program, (node) => {
      const written = writtenOut(node);
      if (written === undefined) return;
      const table = tableOf(written, tables);
      if (table !== undefined) found.push(violationAt(file, node.start, `${written.name} repeats ${table}Table`));
    });
    return found;
  });
}

interface WrittenOut {
  readonly name: string;
  readonly members: readonly string[];
}

/** The interface, or the type that is one object; undefined for every other node. */
function writtenOut(node: SyntaxNode): WrittenOut | undefined {
  const name = dottedName(node["id"]);
  if (name === undefined) return undefined;
  if (node.type === "TSInterfaceDeclaration") return { name, members: membersOf(node["body"]) };
  const type = node["typeAnnotation"];
  if (node.type !== "TSTypeAliasDeclaration" || !isNode(type) || type.type !== "TSTypeLiteral") return undefined;
  return { name, members: membersOf(type) };
}

function tableOf({ name, members }: WrittenOut, tables: TableColumns): string | undefined {
  const columns = members.filter((member) => member !== "organizationId");
  if (columns.length < 2) return undefined;
  const ofTable = [...tables].filter(([, all]) => columns.every((column) => all.has(column)));
  if (name.endsWith("Row")) return ofTable[0]?.[0];
  return ofTable.find(([, all]) => columns.length > all.size * WHOLE)?.[0];
}

/** Names of the members of an interface's body or of an object type. */
function membersOf(body: unknown): string[] {
  if (!isNode(body)) return [];
  const members = body["body"] ?? body["members"];
  return (Array.isArray(members) ? members : []).flatMap((member: unknown) => {
    const name = isNode(member) && member.type === "TSPropertySignature" ? dottedName(member["key"]) : undefined;
    return name === undefined ? [] : [name];
  });
}
