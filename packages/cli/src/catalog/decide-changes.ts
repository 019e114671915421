import { comparable } from "./convert.ts";
import { type Json, type JsonObject, sortedJson } from "./json.ts";
import type { NamedCatalog, NamedObject } from "./name-objects.ts";
import type { Entries } from "./read-catalog.ts";
import { SHAPES } from "./section-shapes.ts";
import { SECTIONS, type Section } from "./shape.ts";
import { textOf } from "./shorten-entry.ts";

export type Action = "create" | "update" | "archive" | "unarchive";

/** A member that a change sets. Null: it is absent. */
export interface MemberChange {
  readonly member: string;
  readonly before: Json;
  readonly after: Json;
}

/** One change of the server. */
export interface Change {
  readonly action: Action;
  readonly section: Section;
  readonly key: string;
  /** Null for an object to be created. */
  readonly id: string | null;
  readonly name: string | null;
  readonly members: readonly MemberChange[];
  /** Why the server would refuse the change. */
  readonly refusal: string | null;
}

/** A key that the server does not have yet for an object that the file has. */
export interface KeyToStore {
  readonly section: Section;
  readonly key: string;
  readonly id: string;
}

/** An object of the server that is not in the file, and that push leaves as it is. */
export interface Unmanaged extends KeyToStore {
  readonly name: string | null;
}

export interface Decision {
  /** In the order in which they are made. */
  readonly changes: readonly Change[];
  readonly keysToStore: readonly KeyToStore[];
  readonly unmanaged: readonly Unmanaged[];
}

/**
 * The changes that turn the server's catalog into the wanted one. Both are complete. What has a stored key and is no longer
 * wanted is archived. What never had one is left alone: no one ever put it into a file.
 */
export function decideChanges(wanted: Entries, server: NamedCatalog): Decision {
  const restored: Change[] = [];
  const written: Change[] = [];
  const archived: Change[] = [];
  const keysToStore: KeyToStore[] = [];
  const unmanaged: Unmanaged[] = [];
  for (const section of SECTIONS) {
    for (const [key, value] of Object.entries(wanted[section])) {
      const entry = value as JsonObject;
      const present = server[section].get(key);
      const isArchived = entry["archived"] === true;
      const change = { section, key, id: present?.object.id ?? null, name: nameOf(entry), members: [], refusal: null };
      if (present === undefined) written.push({ ...change, action: "create", members: membersOf(section, {}, entry) });
      else {
        if (present.object.key === null) keysToStore.push({ section, key, id: present.object.id });
        if (present.object.isArchived && !isArchived) restored.push({ ...change, action: "unarchive" });
        const members = membersOf(section, present.entry, entry);
        if (members.length > 0)
          written.push({ ...change, action: "update", members, refusal: refusalOf(section, members, key, server) });
      }
      if (isArchived && present?.object.isArchived !== true) archived.push({ ...change, action: "archive" });
    }
    for (const [key, { object, entry }] of server[section]) {
      if (Object.hasOwn(wanted[section], key) || object.isArchived) continue;
      const left = { section, key, id: object.id, name: nameOf(entry) };
      if (section === "features" || object.key === null) unmanaged.push(left);
      else archived.push({ ...left, action: "archive", members: [], refusal: null });
    }
  }
  const changes = [
    ...restored,
    ...written,
    ...archived.toSorted((a, b) => SECTIONS.indexOf(b.section) - SECTIONS.indexOf(a.section)),
  ];
  return { changes, keysToStore, unmanaged };
}

/** The members that differ, in the order of the shape. Whether it is archived is a change of its own. */
function membersOf(section: Section, before: JsonObject, after: JsonObject): MemberChange[] {
  return Object.entries(SHAPES[section].members).flatMap(([member, { shape }]) => {
    if (member === "archived") return [];
    const [old = null, now = null] = [before[member], after[member]];
    const textFor = (value: Json) => sortedJson(value === null ? null : comparable(shape, value));
    return textFor(old) === textFor(now) ? [] : [{ member, before: old, after: now }];
  });
}

function refusalOf(
  section: Section,
  members: readonly MemberChange[],
  key: string,
  server: NamedCatalog,
): string | null {
  const changes = (member: string) => members.some((one) => one.member === member);
  if (section === "features" && changes("type")) return "The type of a feature cannot change. Use a new key.";
  if (section === "prices" && changes("currency") && isOffered(key, server)) {
    return "The currency of a price in a bundle or a plan cannot change. Use a new key.";
  }
  return null;
}

function isOffered(priceKey: string, { bundles, plans }: NamedCatalog): boolean {
  const quoted = JSON.stringify(priceKey);
  const names = ({ entry }: NamedObject) =>
    sortedJson([entry["prices"] ?? [], entry["priceGroups"] ?? []]).includes(quoted);
  return [...bundles.values(), ...plans.values()].some(names);
}

function nameOf(entry: JsonObject): string | null {
  return typeof entry["name"] === "string" ? entry["name"] : null;
}

/** The server's catalog as one text: equal texts, equal catalogs. */
export function catalogText(organizationId: string, named: NamedCatalog): string {
  const lines = SECTIONS.flatMap((section) =>
    [...named[section]].map(
      ([key, { object, entry }]) => `${section} ${key} ${object.id} ${object.isArchived} ${textOf(section, entry)}`,
    ),
  );
  return [organizationId, ...lines.toSorted()].join("\n");
}
