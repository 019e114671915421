import { isObject, type Json, type JsonObject, type Path, textIn } from "./json.ts";
import { unknownName } from "./read-value.ts";
import { SHAPES } from "./section-shapes.ts";
import { SECTIONS, type Referred, type Section, type Shape } from "./shape.ts";
import type { FileFault } from "./source.ts";

const NAMES: Readonly<Record<Section, string>> = {
  metrics: "metric",
  products: "product",
  features: "feature",
  prices: "price",
  bundles: "bundle",
  plans: "plan",
};

/** What one entry of a section is called. */
export function entryName(section: Section): string {
  return NAMES[section];
}

/** References to entries that the catalog does not have. Names of tax rates are known only to the server. */
export function checkReferences(entries: Readonly<Record<Section, JsonObject>>): FileFault[] {
  const faults: FileFault[] = [];
  for (const section of SECTIONS) {
    for (const [key, entry] of Object.entries(entries[section])) {
      eachReference(SHAPES[section], entry, [section, key], (to, named, path) => {
        if (to === "taxRates" || Object.hasOwn(entries[to], named)) return;
        const message = unknownName(NAMES[to], named, Object.keys(entries[to]));
        faults.push({ path, part: "value", message });
      });
    }
  }
  return faults;
}

/** Calls `see` with each key that an entry names. */
export function eachReference(
  shape: Shape,
  value: Json,
  path: Path,
  see: (to: Referred, named: string, path: Path) => void,
): void {
  if (shape.kind === "reference") see(shape.to, textIn(value), path);
  else if (shape.kind === "list" && Array.isArray(value)) {
    (value as readonly Json[]).forEach((element, index) => eachReference(shape.of, element, [...path, index], see));
  } else if (shape.kind === "map" && isObject(value)) {
    for (const [name, member] of Object.entries(value)) eachReference(shape.of, member, [...path, name], see);
  } else if (shape.kind === "record" && isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const found = shape.members[name];
      if (found !== undefined) eachReference(found.shape, member, [...path, name], see);
    }
  }
}
