import { Document, isMap, isScalar, type Node, visit } from "yaml";
import type { Json, JsonObject } from "./json.ts";
import { isObject } from "./json.ts";
import type { Entries } from "./read-catalog.ts";
import { SECTIONS } from "./shape.ts";

const COMMENT =
  " The catalog of Counterfoil. Commands: counterfoil catalog plan, push and pull. See docs/catalog-as-code.md.";

/** How YAML is written: long texts stay on one line, so that the text depends only on the catalog. */
export const YAML_FORMAT = { lineWidth: 0, minContentWidth: 0, flowCollectionPadding: true } as const;

/** A new YAML file. */
export function writeYaml(entries: Entries): string {
  const document = new Document(sorted(entries));
  document.commentBefore = COMMENT;
  styleNodes(document.contents as Node);
  if (isMap(document.contents)) {
    document.contents.items.forEach(({ key }, index) => {
      if (index > 0 && isScalar(key)) key.spaceBefore = true;
    });
  }
  return document.toString(YAML_FORMAT);
}

/** Writes small mappings within lists on one line, such as tiers. */
export function styleNodes(node: Node): void {
  visit(node, {
    Seq(_key, list) {
      for (const item of list.items) {
        if (isMap(item) && item.items.every(({ value }) => isScalar(value))) item.flow = true;
      }
      if (list.items.every((item) => isScalar(item))) list.flow = true;
    },
    Map(_key, map) {
      const isSmall = (value: unknown) =>
        isScalar(value) || (isMap(value) && value.items.every((one) => isScalar(one.value)));
      if (
        map.items.length === 2 &&
        map.items.every(({ value }) => isSmall(value)) &&
        map.items.some(({ value }) => isMap(value))
      ) {
        for (const { value } of map.items) if (isMap(value)) value.flow = true;
      }
    },
  });
}

/** A new TypeScript file. */
export function writeTypeScript(entries: Entries): string {
  return [
    "//" + COMMENT,
    'import { defineCatalog } from "@counterfoil/sdk/catalog";',
    "",
    `export default defineCatalog(${literal(sorted(entries), "")});`,
    "",
  ].join("\n");
}

/** Sections in their order, keys by the alphabet, and no empty section. */
export function sorted(entries: Entries): JsonObject {
  return Object.fromEntries(
    SECTIONS.filter((section) => Object.keys(entries[section]).length > 0).map((section) => [
      section,
      Object.fromEntries(Object.entries(entries[section]).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
}

const LONGEST_LINE = 100;

/** On one line if it fits, except the outer levels. */
function literal(value: Json, indent: string): string {
  const isList = Array.isArray(value);
  if (!isList && !isObject(value)) return JSON.stringify(value);
  const parts = isList
    ? (value as readonly Json[]).map((element) => literal(element, `${indent}  `))
    : Object.entries(value).map(([name, member]) => `${nameOf(name)}: ${literal(member, `${indent}  `)}`);
  if (parts.length === 0) return isList ? "[]" : "{}";
  const [open, close] = isList ? ["[", "]"] : ["{ ", " }"];
  const line = `${open}${parts.join(", ")}${close}`;
  const isOuter = indent.length < 6 && !isList;
  if (!isOuter && !line.includes("\n") && indent.length + line.length <= LONGEST_LINE) return line;
  return `${open.trim()}\n${parts.map((part) => `${indent}  ${part},\n`).join("")}${indent}${close.trim()}`;
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== "__proto__"
    ? name
    : name === "__proto__"
      ? '["__proto__"]'
      : JSON.stringify(name);
}
