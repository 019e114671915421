import { circles, targetOf } from "./import-circles.ts";
import type { ParsedFile } from "./syntax.ts";
import { violationAt, type Violation } from "./violation.ts";

const SERVICE = "packages/service/src/";
/** The face of the package, and the list of its areas: both may import everything. */
const ABOVE_ALL: readonly string[] = [`${SERVICE}index.ts`, `${SERVICE}areas.ts`];

/**
 * Imports of `service` that violate the order of its areas, or that bypass the face of an area
 * (`packages/service/src/areas.ts`).
 */
export function findAreaViolations(files: readonly ParsedFile[], order: readonly string[]): Violation[] {
  const places = new Map(order.map((name, place) => [name, place]));
  return serviceFiles(files).flatMap((file) => {
    const own = areaOf(file.path);
    if (!places.has(own)) return [violationAt(file, 0, `${own} has no line in the list of areas`)];
    const broken = file.imports.flatMap(({ from, start, names }) => {
      const isWhole = isFace(file.path) && names.length === 0;
      const found = isWhole ? `re-exports ${from} without names` : border(file.path, from, places);
      return found === undefined ? [] : [violationAt(file, start, found)];
    });
    return [...broken, ...(isFace(file.path) ? ownCode(file) : [])];
  });
}

/** A face only re-exports names; it may not contain code. */
function ownCode(file: ParsedFile): Violation[] {
  return file.program.body
    .filter((statement) => !("source" in statement) || statement.source === null)
    .map(({ start }) => violationAt(file, start, "contains code in a face"));
}

/** Areas in the list that do not exist. */
export function findAbsentAreas(files: readonly ParsedFile[], order: readonly string[]): string[] {
  const present = new Set(serviceFiles(files).map(({ path }) => areaOf(path)));
  return order.filter((name) => !present.has(name));
}

/** The size of the largest group of areas that all import each other: 1 if there is none. */
export function largestCircleOfAreas(files: readonly ParsedFile[]): number {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of serviceFiles(files)) {
    const known = graph.get(areaOf(path)) ?? new Set();
    graph.set(areaOf(path), known);
    for (const { from } of imports) {
      const target = targetOf(path, from);
      if (target.startsWith(SERVICE) && areaOf(target) !== areaOf(path)) known.add(areaOf(target));
    }
  }
  return Math.max(1, ...circles(graph).map((group) => group.length));
}

/** Names in the face of an area that no other area or package imports. */
export function findIdleFaceNames(files: readonly ParsedFile[]): Violation[] {
  const used = new Set(
    files.flatMap(({ path, imports }) =>
      ABOVE_ALL.includes(path)
        ? []
        : imports.flatMap(({ from, names }) => {
            const target = targetOf(path, from);
            const isWhole = target === "@counterfoil/service" || target === `${SERVICE}index.ts`;
            return names.map((name) => (isWhole ? name : `${target}#${name}`));
          }),
    ),
  );
  return serviceFiles(files)
    .filter(({ path }) => isFace(path))
    .flatMap((face) =>
      face.imports.flatMap(({ names, start }) =>
        names
          .filter((name) => !used.has(name) && !used.has(`${face.path}#${name}`))
          .map((name) => violationAt(face, start, `${name} is used by no other area`)),
      ),
    );
}

/** The violation of an import, if any. */
function border(path: string, from: string, places: ReadonlyMap<string, number>): string | undefined {
  const target = targetOf(path, from);
  if (!target.startsWith(SERVICE)) return undefined;
  if (ABOVE_ALL.includes(target)) return "imports the face of the whole package";
  const [own, other] = [areaOf(path), areaOf(target)];
  if (own === other) return isFace(target) ? `imports the face of its own area: ${own}` : undefined;
  if (isFace(path)) return `re-exports a name of another area: ${other}`;
  const [ownPlace = -1, otherPlace = Infinity] = [places.get(own), places.get(other)];
  if (otherPlace > ownPlace) {
    if (other.startsWith("flows/") && !own.startsWith("flows/")) return `is no flow and imports one: ${other}`;
    return `${own} comes before ${other} and may not import it`;
  }
  const isPrivate = other !== target.slice(SERVICE.length) && !isFace(target);
  return isPrivate ? `goes past the face of ${other}: ${target.slice(SERVICE.length)}` : undefined;
}

function serviceFiles(files: readonly ParsedFile[]): ParsedFile[] {
  return files.filter(({ path }) => path.startsWith(SERVICE) && !ABOVE_ALL.includes(path));
}

/** `flows/bill`, `invoices`, or `clock.ts` for a file at the root. */
function areaOf(path: string): string {
  const [folder = "", flow = ""] = path.slice(SERVICE.length).split("/");
  return folder === "flows" ? `${folder}/${flow}` : folder;
}

function isFace(path: string): boolean {
  return path.endsWith("/index.ts") && path === `${SERVICE}${areaOf(path)}/index.ts`;
}
