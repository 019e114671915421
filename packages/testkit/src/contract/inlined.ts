import type { Schema } from "./contract.ts";
import { joined } from "./schema-parts.ts";

/** The document with parameters and schemas inlined, for code that examines operations. */
export function inlined<Document extends object>(document: Document): Document {
  const { components } = document as {
    readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
  };

  function whole(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(whole);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...rest } = value as Schema;
    const [, section = "", name = ""] = /^#\/components\/(schemas|parameters)\/(.+)$/.exec($ref ?? "") ?? [];
    if (section !== "") return whole({ ...components[section]?.[name], ...rest });
    const members = Object.entries(value).map(([key, member]) => [key, isShown(key) ? member : whole(member)]);
    const { anyOf, ...others } = Object.fromEntries(members) as Schema;
    const one = Array.isArray(anyOf) ? joined(anyOf) : null;
    return one === null ? (Object.fromEntries(members) as object) : { ...one, ...others };
  }

  return whole(document) as Document;
}

function isShown(key: string): boolean {
  return key === "example" || key === "examples";
}
