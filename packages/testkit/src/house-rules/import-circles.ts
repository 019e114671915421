import { posix } from "node:path";
import type { ParsedFile } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

/** Files that import each other in a circle, imports of types included. One violation a circle, at its first file. */
export function findImportCircles(files: readonly ParsedFile[]): Violation[] {
  const known = new Set(files.map(({ path }) => path));
  const imports = new Map(
    files.map(({ path, imports: found }) => [
      path,
      new Set(found.map(({ from }) => targetOf(path, from)).filter((target) => known.has(target) && target !== path)),
    ]),
  );
  return circles(imports).map((circle) => {
    const [first = "", ...others] = circle.toSorted();
    const file = files.find(({ path }) => path === first);
    const found = `is in a circle of imports with ${others.join(", ")}`;
    return file === undefined ? { path: first, line: 1, found } : violationAt(file, 0, found);
  });
}

/** The path of what a file imports; an address of a package stays as it is. */
export function targetOf(path: string, from: string): string {
  return from.startsWith(".") ? posix.join(posix.dirname(path), from) : from;
}

/** The groups of two and more that all lead to each other (Tarjan's algorithm). */
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
