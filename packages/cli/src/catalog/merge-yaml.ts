import { isMap, type Node } from "yaml";
import { completeCatalog } from "./complete-entry.ts";
import type { JsonObject } from "./json.ts";
import { sortedJson } from "./json.ts";
import type { Entries } from "./read-catalog.ts";
import { SHAPES } from "./section-shapes.ts";
import { SECTIONS } from "./shape.ts";
import { textOf } from "./shorten-entry.ts";
import { comparable } from "./convert.ts";
import { sorted, styleNodes, YAML_FORMAT } from "./write-catalog.ts";
import type { YamlFile } from "./yaml-source.ts";

interface Merge {
  readonly file: YamlFile;
  /** The text of the file. */
  readonly text: string;
  /** The entries of the file, as they are in it. */
  readonly present: Entries;
  /** The server's entries, in their short form. */
  readonly pulled: Entries;
  readonly timeZone: string;
}

/** The file with the server's entries. Order, comments and everything that did not change stay. */
export function mergeYaml({ file: { document }, text, present, pulled, timeZone }: Merge): string {
  const before = completeCatalog(present, { timeZone }).entries;
  const after = completeCatalog(pulled, { timeZone }).entries;
  let hasChanged = false;
  const set = (path: readonly string[], value: unknown) => {
    hasChanged = true;
    const node = document.createNode(value) as Node;
    styleNodes(node);
    document.setIn(path, node);
  };
  const remove = (path: readonly string[]) => {
    hasChanged = true;
    document.deleteIn(path);
  };
  for (const section of SECTIONS) {
    const wanted = (sorted(pulled)[section] ?? {}) as JsonObject;
    if (Object.keys(wanted).length > 0 && !isMap(document.getIn([section], true))) set([section], {});
    for (const key of Object.keys(present[section])) if (!Object.hasOwn(wanted, key)) remove([section, key]);
    for (const [key, entry] of Object.entries(wanted)) {
      const [old, now] = [before[section][key], after[section][key]] as (JsonObject | undefined)[];
      if (old === undefined) set([section, key], entry);
      else if (now !== undefined && textOf(section, old) !== textOf(section, now)) {
        for (const [member, { shape }] of Object.entries(SHAPES[section].members)) {
          const textFor = (whole: JsonObject) =>
            sortedJson(whole[member] === undefined ? null : comparable(shape, whole[member]));
          if (textFor(old) === textFor(now)) continue;
          const value = (entry as JsonObject)[member];
          if (value === undefined) remove([section, key, member]);
          else set([section, key, member], value);
        }
      }
    }
  }
  return hasChanged ? document.toString(YAML_FORMAT) : text;
}
