import type { Fault } from "../errors/index.ts";

export const MOST_KEYS = 50;
const MOST_KEY_CHARACTERS = 40;
const MOST_VALUE_CHARACTERS = 500;

/** By key: the new value, or null to remove the key. */
export type MetadataChange = Readonly<Record<string, string | null>>;

interface MetadataWrite {
  /** New and changed values. */
  readonly set: Record<string, string>;
  /** Keys that exist and are removed. */
  readonly removed: string[];
}

/** What to write. Values that stay the same, and keys to remove that do not exist, are left out. */
export function metadataWrite(before: Readonly<Record<string, string>>, change: MetadataChange): MetadataWrite {
  const set: Record<string, string> = {};
  const removed: string[] = [];
  const known = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) {
      if (known.has(key)) removed.push(key);
    } else if (known.get(key) !== value) set[key] = value;
  }
  return { set, removed };
}

/** Keys that are empty or too long, values that are too long, and too many keys. */
export function metadataFaults(before: Readonly<Record<string, string>>, change: MetadataChange): Fault[] {
  const { set, removed } = metadataWrite(before, change);
  const count = new Set([...Object.keys(before), ...Object.keys(set)]).size - removed.length;
  const many = `The account would have ${count} keys. An account can have ${MOST_KEYS}. Remove some first.`;
  const faults = count > MOST_KEYS ? [{ pointer: "/metadata", code: "too_many_keys", detail: many }] : [];
  return [...faults, ...Object.entries(set).flatMap(([key, value]) => faultsOf(key, value))];
}

function faultsOf(key: string, value: string): Fault[] {
  const pointer = `/metadata/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  if (key.trim() === "" || key.length > MOST_KEY_CHARACTERS) {
    const detail = `The key ${JSON.stringify(key)} has ${key.length} characters. Use 1 to ${MOST_KEY_CHARACTERS}.`;
    return [{ pointer, code: "invalid_key", detail }];
  }
  if (value.length > MOST_VALUE_CHARACTERS) {
    const detail = `The value of ${key} has ${value.length} characters. Use at most ${MOST_VALUE_CHARACTERS}.`;
    return [{ pointer, code: "too_long", detail }];
  }
  return [];
}
