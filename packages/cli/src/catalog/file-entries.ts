import { eachReference } from "./check-references.ts";
import type { JsonObject } from "./json.ts";
import type { NamedCatalog } from "./name-objects.ts";
import type { Entries } from "./read-catalog.ts";
import { SHAPES } from "./section-shapes.ts";
import { SECTIONS, type Section } from "./shape.ts";
import { shortenEntry } from "./shorten-entry.ts";

type Mutable = Record<Section, Record<string, JsonObject>>;

/** What a file of this catalog contains: everything that is not archived, and archived entries that it names. */
export function fileEntries(named: NamedCatalog, timeZone: string): Entries {
  const entries = completeEntries(named);
  const shown = new Set<string>();
  const show = (section: Section, key: string): void => {
    const entry = entries[section][key];
    const place = `${section} ${key}`;
    if (entry === undefined || shown.has(place)) return;
    shown.add(place);
    eachReference(SHAPES[section], entry, [], (to, other) => to !== "taxRates" && show(to, other));
  };
  for (const section of SECTIONS) {
    for (const [key, entry] of Object.entries(entries[section])) if (entry["archived"] !== true) show(section, key);
  }
  return eachEntry((section) =>
    Object.entries(entries[section])
      .filter(([key]) => shown.has(`${section} ${key}`))
      .map(([key, entry]) => [key, shortenEntry(section, entry, { entries, timeZone })] as const),
  );
}

/** The complete entries of the server's objects. */
function completeEntries(named: NamedCatalog): Mutable {
  return eachEntry((section) => [...named[section]].map(([key, { entry }]) => [key, entry] as const));
}

function eachEntry(entriesOf: (section: Section) => readonly (readonly [string, JsonObject])[]): Mutable {
  return Object.fromEntries(SECTIONS.map((section) => [section, Object.fromEntries(entriesOf(section))])) as Mutable;
}
