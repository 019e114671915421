import { objectOf, isObject, type Json, type JsonObject } from "./json.ts";
import { type Reading, readValue, refuseValue, unknownName } from "./read-value.ts";
import { checkReferences } from "./check-references.ts";
import { SHAPES } from "./section-shapes.ts";
import { SECTIONS, type Section } from "./shape.ts";
import type { FileFault, Source } from "./source.ts";

/** The entries of a catalog, by section and key, in the form of a file. */
export type Entries = Readonly<Record<Section, JsonObject>>;

export type ReadCatalog =
  { readonly ok: true; readonly entries: Entries } | { readonly ok: false; readonly faults: readonly FileFault[] };

const KEY = /^[a-z0-9]+([_-][a-z0-9]+)*$/;
const LONGEST_KEY = 100;

/** Reads the form of a catalog: members, types, words, and references. Reports every fault, not only the first. */
export function readCatalog(source: Source): ReadCatalog {
  const reading: Reading = { source, faults: [] };
  const root = source.value ?? {};
  if (!isObject(root)) {
    refuseValue(reading, [], `The file must be a mapping of ${SECTIONS.join(", ")}.`);
    return { ok: false, faults: reading.faults };
  }
  for (const name of Object.keys(root)) {
    if (SECTIONS.every((section) => section !== name)) {
      reading.faults.push({ path: [name], part: "name", message: unknownName("section", name, SECTIONS) });
    }
  }
  const entries = Object.fromEntries(
    SECTIONS.map((section) => [section, readSection(reading, section, root[section] ?? {})]),
  ) as Record<Section, JsonObject>;
  if (reading.faults.length === 0) reading.faults.push(...checkReferences(entries));
  return reading.faults.length === 0 ? { ok: true, entries } : { ok: false, faults: reading.faults };
}

function readSection(reading: Reading, section: Section, value: Json): JsonObject {
  if (!isObject(value)) {
    refuseValue(reading, [section], "A section must be a mapping from keys to entries.");
    return {};
  }
  return objectOf(
    Object.entries(value).flatMap(([key, entry]) => {
      if (!KEY.test(key) || key.length > LONGEST_KEY) {
        const message = `${JSON.stringify(key)} is not a key. Use at most ${LONGEST_KEY} lowercase letters and digits, separated by single - or _.`;
        reading.faults.push({ path: [section, key], part: "name", message });
      }
      const read = readValue(reading, SHAPES[section], entry, [section, key]);
      return read === undefined ? [] : [[key, read] as const];
    }),
  );
}
