import { parseSync, type Program, type StaticImport } from "oxc-parser";
import type { RepositoryFile } from "./repository.ts";

/** A node of the syntax tree (ESTree), with the members that the rules use. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** A source file and its syntax tree. */
export interface ParsedFile extends RepositoryFile {
  readonly program: Program;
  /** Its imports, including type imports and re-exports. */
  readonly imports: readonly ImportedModule[];
}

export interface ImportedModule {
  readonly from: string;
  readonly start: number;
  /** The imported names, as exported by the other file; empty if it imports everything. */
  readonly names: readonly string[];
}

export function parse(file: RepositoryFile): ParsedFile {
  const { program, module, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`${file.path} does not parse: ${errors[0]?.message}`);
  const named = module.staticImports.map((one: StaticImport) => ({
    from: one.moduleRequest.value,
    start: one.start,
    names: one.entries.flatMap(({ importName }) => importName.name ?? []),
  }));
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, start, importName }) =>
      moduleRequest ? [{ from: moduleRequest.value, start, names: [importName.name ?? []].flat() }] : [],
    ),
  );
  const dynamic = module.dynamicImports.map(({ moduleRequest, start }) => ({
    from: file.text.slice(moduleRequest.start, moduleRequest.end).replace(/^["'`]|["'`]$/g, ""),
    start,
    names: [],
  }));
  return { ...file, program, imports: [...named, ...passedOn, ...dynamic] };
}

/** Visits every node, outermost first, with its ancestors, the nearest last. */
export function walk(
  tree: unknown,
  visit: (node: SyntaxNode, around: readonly SyntaxNode[]) => void,
  around: readonly SyntaxNode[] = [],
): void {
  if (Array.isArray(tree)) {
    for (const one of tree) walk(one, visit, around);
    return;
  }
  if (!isNode(tree)) return;
  visit(tree, around);
  const inside = [...around, tree];
  for (const member of Object.values(tree)) walk(member, visit, inside);
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
}

/** `Date.now` for the expression `Date.now`, `now` for an identifier; undefined for other expressions. */
export function dottedName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === "Identifier") return String(node["name"]);
  if (node.type !== "MemberExpression" || node["computed"] === true) return undefined;
  const object = dottedName(node["object"]);
  const property = dottedName(node["property"]);
  return object === undefined || property === undefined ? undefined : `${object}.${property}`;
}
