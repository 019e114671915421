import { posix } from "node:path";
import type { RepositoryFile } from "./repository.ts";
import type { ParsedFile } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

/** The file that each import of one of our packages loads: `@counterfoil/sdk/node` is `packages/sdk/src/node.ts`. */
export type PackageEntries = ReadonlyMap<string, string>;

/** Reads the entries from the `package.json` files of our packages. */
export function packageEntries(manifests: readonly RepositoryFile[]): PackageEntries {
  return new Map(
    manifests.flatMap(({ path, text }) => {
      const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> };
      return Object.entries(exports).map(([entry, file]): [string, string] => [
        posix.join(name, entry),
        posix.join(posix.dirname(path), file),
      ]);
    }),
  );
}

/** Files that import each other in a cycle, including type imports. Reports each cycle once, at its first file. */
export function findImportCircles(files: readonly ParsedFile[], entries: PackageEntries): Violation[] {
  const known = new Set(files.map(({ path }) => path));
  const imports = new Map(
    files.map(({ path, imports: found }) => {
      const targets = found.map(({ from }) => entries.get(from) ?? targetOf(path, from));
      return [path, new Set(targets.filter((target) => known.has(target) && target !== path))];
    }),
  );
  return circles(imports).map((circle) => {
    const [first = "", ...others] = circle.toSorted();
    const file = files.find(({ path }) => path === first);
    const found = `is in an import cycle with ${others.join(", ")}`;
    return file === undefined ? { path: first, line: 1, found } : violationAt(file, 0, found);
  });
}

/** The path of an imported file; the name of a package stays unchanged. */
export function targetOf(path: string, from: string): string {
  return from.startsWith(".") ? posix.join(posix.dirname(path), from) : from;
}

/** The groups of two or more nodes that all lead to each other (Tarjan's algorithm). */
export function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];

  function visit(node: string): number {
    const own = order.size;
    order.set(node, own);
    open.push(node);
    let low = own;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(node, low);
    if (low === own) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1) found.push(group);
    }
    return low;
  }

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
