import type { Shape } from "../../../http/test/conformance/shape.ts";

/**
 * The paths of a shape's members that have no value in any record. Null, an empty string and an empty list are no
 * values.
 */
export function unusedMembers(name: string, shape: Shape, records: readonly unknown[]): string[] {
  if (records.length === 0) return [name];
  const used = new Set<string>();
  for (const record of records) collectUsed(record, name, used);
  return pathsOf(name, shape).filter((path) => !used.has(path));
}

function collectUsed(value: unknown, path: string, used: Set<string>): void {
  if (value === null || value === undefined || value === "") return;
  if (Array.isArray(value)) {
    for (const item of value) collectUsed(item, path, used);
    return;
  }
  used.add(path);
  if (typeof value !== "object") return;
  for (const [member, of] of Object.entries(value)) collectUsed(of, `${path}.${member}`, used);
}

function pathsOf(path: string, shape: Shape): string[] {
  switch (shape.kind) {
    case "scalar":
      return [path];
    case "orNull":
    case "list":
      return pathsOf(path, shape.of);
    case "either":
      return [...new Set(shape.of.flatMap((one) => pathsOf(path, one)))];
    case "record": {
      const members = Object.entries(shape.members).flatMap(([name, of]) => pathsOf(`${path}.${name}`, of));
      return [path, ...members];
    }
  }
}
