import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Document, parseDocument } from "yaml";
import type { Path } from "./json.ts";
import type { Part, Position, Source } from "./source.ts";
import { CommandError } from "../command.ts";

/** A YAML file that can be read, and changed without losing its comments. */
export interface YamlFile {
  readonly source: Source;
  readonly document: Document;
}

/** @throws CommandError that names each line with an error */
export function readYaml(name: string, text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    keepSourceTokens: false,
  });
  const problems = [...document.errors, ...document.warnings];
  if (problems.length > 0) throw new CommandError(problems.map((one) => problemText(name, lines, one)).join("\n"));
  return {
    document,
    source: {
      name,
      value: document.toJS({ maxAliasCount: 100 }) as unknown,
      locate: (path, part) => locate(document, lines, path, part),
      numberText(path) {
        const { node } = walk(document, path);
        return isScalar(node) ? node.source : undefined;
      },
    },
  };
}

function problemText(
  name: string,
  lines: LineCounter,
  { message, pos }: { message: string; pos: readonly number[] },
): string {
  const { line, col } = lines.linePos(pos[0] ?? 0);
  return `${name}:${line}:${col}  ${message}`;
}

function locate(document: Document, lines: LineCounter, path: Path, part: Part): Position | null {
  const { node, key } = walk(document, path);
  const start = (part === "name" ? key : node)?.range?.[0];
  if (start === undefined) return null;
  const { line, col } = lines.linePos(start);
  return { line, column: col };
}

/** The node at a path, and the node of its name. */
function walk(document: Document, path: Path): { node: Node | null; key: Node | null } {
  let node: Node | null = document.contents;
  let key: Node | null = null;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document) ?? null;
    key = null;
    if (isSeq(node)) node = (node.items[Number(step)] ?? null) as Node | null;
    else if (isMap(node)) {
      const pair = node.items.find((one) => isScalar(one.key) && String(one.key.value) === String(step));
      key = (pair?.key ?? null) as Node | null;
      node = (pair?.value ?? null) as Node | null;
    } else return { node: null, key: null };
  }
  return { node, key };
}
