import { capitalized } from "@counterfoil/http";
import type { Member, NamedType, NullableShape, Shape } from "./shapes.ts";

/** A struct for each named object, and a string type with constants for each enumeration. */
export function writeGoTypes(types: readonly NamedType[]): string {
  const taken = new Set(types.map(({ name }) => name));
  return types
    .map((type) => {
      if (type.kind === "words") return enumeration(type.name, type.words, taken);
      const members = type.members.map(writeMember);
      return `${goComment(`${type.name} is a schema of the API. ${type.description}`, "")}type ${type.name} struct {\n${members.join("\n")}}\n`;
    })
    .join("\n");
}

/** Each constant is a declaration of its own, because gofmt aligns the members of a group. */
function enumeration(name: string, words: readonly string[], taken: Set<string>): string {
  const constants = words.map((word) => {
    let constant = name + goName(word);
    while (taken.has(constant)) constant += "Value";
    taken.add(constant);
    return `const ${constant} ${name} = ${JSON.stringify(word)}\n`;
  });
  return [`// ${name} is one of the words below.\ntype ${name} string\n`, ...constants].join("\n");
}

/**
 * A required member is always sent. An optional one is a pointer, so that a zero value can be sent. One that may be
 * absent, null or a value is a Nullable: PATCH treats the three differently.
 */
function writeMember({ name, description, isRequired, type }: Member): string {
  const text = goShape(type.shape);
  const isOwnNil = text === "any" || text.startsWith("[]") || text.startsWith("map[");
  const written = isRequired
    ? type.isNullable && !isOwnNil
      ? `*${text}`
      : text
    : type.isNullable
      ? `Nullable[${text}]`
      : isOwnNil
        ? text
        : `*${text}`;
  const tag = `json:"${name}${isRequired ? "" : ",omitempty"}"`;
  return `${goComment(description, "\t")}\t${goName(name)} ${written} \`${tag}\`\n`;
}

function goType({ shape, isNullable }: NullableShape): string {
  const text = goShape(shape);
  return isNullable && text !== "any" ? `*${text}` : text;
}

function goShape(shape: Shape): string {
  switch (shape.kind) {
    case "named":
      return shape.name;
    case "text":
    case "words":
      return "string";
    case "integer":
      return "int64";
    case "number":
      return "json.Number";
    case "boolean":
      return "bool";
    // A union has no type in Go. Numbers in it are read as json.Number.
    case "unknown":
    case "union":
      return "any";
    case "list":
      return `[]${goType(shape.items)}`;
    case "map":
      return `map[string]${goType(shape.values)}`;
  }
}

const INITIALS = /^(?:Id|Url|Pdf|Xml|Api|Html|Ip)(?![a-z])/;

/** `accountId` → `AccountID`, `price-bundles` → `PriceBundles`. */
export function goName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const whole = words.map(capitalized).join("");
  const parts = whole.replace(/(?<=[a-z0-9])(?=[A-Z])/g, " ").split(" ");
  const text = parts.map((part) => (INITIALS.test(part) ? part.toUpperCase() : part)).join("");
  return /^\d/.test(text) || text === "" ? `N${text}` : text;
}

export function goComment(text: string, indent: string): string {
  const lines = text.trim().split("\n");
  if (lines.join("") === "") return "";
  return lines.map((line) => `${indent}// ${line.trim()}`.trimEnd()).join("\n") + "\n";
}
