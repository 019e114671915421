import { circles, targetOf } from "./import-circles.ts";
import type { ParsedFile } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

const DASHBOARD = "packages/dashboard/src/";

/** Imports of the dashboard that violate the order of its areas (`packages/dashboard/src/areas.ts`). */
export function findDashboardFloorViolations(files: readonly ParsedFile[], order: readonly string[]): Violation[] {
  const places = new Map(order.map((name, place) => [name, place]));
  return inAreas(files).flatMap((file) => {
    const own = areaOf(file.path);
    const place = places.get(own);
    if (place === undefined) return [violationAt(file, 0, `${own} has no line in the list of areas`)];
    return file.imports.flatMap(({ from, start }) => {
      const target = targetOf(file.path, from);
      if (!target.startsWith(DASHBOARD)) return [];
      const other = areaOf(target);
      if (other === own) return [];
      if (other === "") return [violationAt(file, start, `${own} may not import an entry: ${from}`)];
      const otherPlace = places.get(other) ?? Infinity;
      return otherPlace < place ? [] : [violationAt(file, start, `${own} comes before ${other} and may not import it`)];
    });
  });
}

/** Areas in the list that do not exist. */
export function findAbsentDashboardAreas(files: readonly ParsedFile[], order: readonly string[]): string[] {
  const present = new Set(inAreas(files).map(({ path }) => areaOf(path)));
  return order.filter((name) => !present.has(name));
}

/** The size of the largest group of areas that all import each other: 1 if there is none. */
export function largestCircleOfDashboardAreas(files: readonly ParsedFile[]): number {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of inAreas(files)) {
    const known = graph.get(areaOf(path)) ?? new Set();
    graph.set(areaOf(path), known);
    for (const { from } of imports) {
      const target = targetOf(path, from);
      if (target.startsWith(DASHBOARD) && areaOf(target) !== areaOf(path)) known.add(areaOf(target));
    }
  }
  return Math.max(1, ...circles(graph).map((group) => group.length));
}

/** All files except the entries at the root (`main.tsx`, `customer.tsx`), which may import everything. */
function inAreas(files: readonly ParsedFile[]): ParsedFile[] {
  return files.filter(({ path }) => path.startsWith(DASHBOARD) && areaOf(path) !== "");
}

/** `pages/invoices`, `design`; an empty string for a file at the root. */
function areaOf(path: string): string {
  const parts = path.slice(DASHBOARD.length).split("/").slice(0, -1);
  return parts[0] === "pages" ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
}
