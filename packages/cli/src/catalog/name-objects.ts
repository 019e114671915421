import { completeEntry, type EntryContext } from "./complete-entry.ts";
import { recordToFile, type Resolve } from "./convert.ts";
import { deriveKey } from "./derive-key.ts";
import type { JsonObject } from "./json.ts";
import type { Entries } from "./read-catalog.ts";
import { SHAPES } from "./section-shapes.ts";
import type { ServerCatalog, ServerObject } from "./server-catalog.ts";
import { type Referred, SECTIONS, type Section } from "./shape.ts";
import { textOf } from "./shorten-entry.ts";

/** An object of the server with its key and its complete entry. */
export interface NamedObject {
  readonly object: ServerObject;
  readonly key: string;
  readonly entry: JsonObject;
}

/** The server's objects by section and key. */
export type NamedCatalog = Readonly<Record<Section, ReadonlyMap<string, NamedObject>>>;

/**
 * Gives each object its key: the stored one; else that of an equal entry of the file, which an interrupted push created or
 * a person created in the dashboard; else one from its name. Without a stored key, archived objects take part only if
 * something names them.
 */
export function nameObjects(server: ServerCatalog, wanted: Entries | null): NamedCatalog {
  const named = Object.fromEntries(SECTIONS.map((section) => [section, new Map<string, NamedObject>()])) as Record<
    Section,
    Map<string, NamedObject>
  >;
  const keys = new Map<string, string>();
  const entries = Object.fromEntries(SECTIONS.map((section) => [section, {}])) as Record<
    Section,
    Record<string, JsonObject>
  >;
  const used = idsInUse(server);
  for (const section of SECTIONS) {
    const taken = new Set(server.objects[section].flatMap(({ key }) => key ?? []));
    const free = new Map(Object.entries(wanted?.[section] ?? {}).filter(([key]) => !taken.has(key)));
    const place = (object: ServerObject, key: string, entry: JsonObject) => {
      keys.set(object.id, key);
      taken.add(key);
      free.delete(key);
      named[section].set(key, { object, key, entry });
      entries[section][key] = entry;
    };
    const entryOf = (object: ServerObject) => {
      const context = { entries, timeZone: server.organization.timeZone };
      return entryOfObject(object, (to, id) => nameInFile(server, keys, to, id), context);
    };
    for (const object of server.objects[section]) if (object.key !== null) place(object, object.key, entryOf(object));
    for (const object of server.objects[section]) {
      if (object.key !== null || (object.isArchived && !used.has(object.id))) continue;
      const entry = entryOf(object);
      const text = textOf(section, entry);
      const equal = [...free].find(([, one]) => textOf(section, one as JsonObject) === text)?.[0];
      place(object, equal ?? deriveKey(server, object, (key) => taken.has(key)), entry);
    }
  }
  return named;
}

/** The complete entry of an object. */
export function entryOfObject(
  { section, wire, isArchived }: Omit<ServerObject, "id" | "key">,
  nameOf: Resolve,
  context: EntryContext,
): JsonObject {
  const shown = recordToFile(SHAPES[section], wire, nameOf);
  const archived = section === "features" ? {} : { archived: isArchived };
  return { ...completeEntry(section, shown, context).entry, ...archived };
}

/** What a file calls an object: its key, or the name of a tax rate. The ID if it has none. */
export function nameInFile(server: ServerCatalog, keys: ReadonlyMap<string, string>, to: Referred, id: string): string {
  if (to === "features") return id;
  if (to !== "taxRates") return keys.get(id) ?? id;
  const name = server.taxRates.get(id);
  const isUnique = [...server.taxRates.values()].filter((one) => one === name).length === 1;
  return name !== undefined && isUnique ? name : id;
}

/** The IDs that other objects name. An archived object that nothing names is left out, and so is what only it names. */
function idsInUse({ objects }: ServerCatalog): Set<string> {
  const ids = new Set<string>();
  const waiting = SECTIONS.flatMap((section) => objects[section]);
  const takesPart = ({ id, key, isArchived }: ServerObject) => !isArchived || key !== null || ids.has(id);
  const see = (value: unknown): void => {
    if (typeof value === "string") ids.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(see);
  };
  for (let ready = waiting.filter(takesPart); ready.length > 0; ready = waiting.filter(takesPart)) {
    for (const object of ready) {
      const { id: _id, replacesPriceId: _old, replacedByPriceId: _new, ...rest } = object.wire;
      see(rest);
      waiting.splice(waiting.indexOf(object), 1);
    }
  }
  return ids;
}
