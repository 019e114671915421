import { capitalized, singularOf } from "@counterfoil/http";
import { type OpenApi, resolvedSchema, type Schema } from "./open-api.ts";

/**
 * Converts schemas to TypeScript. Names objects and larger enumerations: each shape has one name, however often it is
 * used.
 */
export interface TypeWriter {
  /**
   * Returns the type's text. An object without its own title gets the suggested name, unless the same shape already has
   * one.
   * @param suggestion `Invoice`; the shape of a member combines both names: `InvoiceLine`
   */
  typeOf(schema: Schema, suggestion: string): string;
  /** Declares a type under exactly this name, even if its shape already has one. */
  declare(name: string, text: string): void;
  isTaken(name: string): boolean;
  /** The declared names, in the order of declaration. */
  names(): readonly string[];
  declarations(): readonly string[];
}

const NAMED_ENUM_LENGTH = 3;
/** Names in the document that mean something else in TypeScript. */
const NAMES: Readonly<Record<string, string>> = { Error: "Problem" };

/** @param kept names that nested types may not use, reserved for `declare` and `typeOf` */
export function createTypeWriter(document: OpenApi, kept: ReadonlySet<string>): TypeWriter {
  const names = new Map<string, string>();
  const declared = new Map<string, string>();
  let outermost = "";

  /** A name for the shape: its existing name, or the suggested one, or the suggested one with a number. */
  function name(shape: string, suggestion: string, declaration: (name: string) => string): string {
    const known = names.get(shape);
    if (known !== undefined) return known;
    const isFree = (word: string) => !declared.has(word) && (word === outermost || !kept.has(word));
    let free = suggestion;
    for (let k = 2; !isFree(free); k += 1) free = `${suggestion}${k}`;
    names.set(shape, free);
    declared.set(free, declaration(free));
    return free;
  }

  function typeOf(schema: Schema, suggestion: string): string {
    if (schema.$ref !== undefined) return referenced(schema.$ref);
    if (schema.enum !== undefined) return enumeration(schema.enum, schema.title ?? suggestion);
    if (schema.anyOf !== undefined) {
      return union(schema.anyOf.map((one, k) => typeOf(one, k === 0 ? suggestion : `${suggestion}${k + 1}`)));
    }
    const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
    if (types.length === 0) return "unknown";
    return union(types.map((type) => typed(type, schema, schema.title ?? suggestion)));
  }

  function typed(type: string, schema: Schema, suggestion: string): string {
    switch (type) {
      case "string":
      case "boolean":
      case "null":
        return type;
      case "integer":
      case "number":
        return "number";
      case "array":
        return `readonly ${parenthesized(typeOf(schema.items ?? {}, suggestion))}[]`;
      case "object":
        return object(schema, suggestion);
      default:
        throw new Error(`No type for ${type} in ${suggestion}`);
    }
  }

  function object(schema: Schema, suggestion: string): string {
    const { properties, additionalProperties } = schema;
    if (properties === undefined) {
      const value = typeof additionalProperties === "object" ? typeOf(additionalProperties, suggestion) : "unknown";
      return `Readonly<Record<string, ${value}>>`;
    }
    const { shape, body } = membersOf(schema, suggestion);
    return name(shape, suggestion, (free) => `export interface ${free} ${body}\n`);
  }

  /** The members of a type, without and with their doc comments. */
  function membersOf({ properties = {}, required = [] }: Schema, suggestion: string): { shape: string; body: string } {
    const members = Object.entries(properties).map(([member, of]) => {
      const isList = of.type === "array" || (Array.isArray(of.type) && of.type.includes("array"));
      const text = typeOf(of, suggestion + capitalized(isList ? singularOf(member) : member).replace(/\W/g, ""));
      const isRequired = required.includes(member);
      const line = `  readonly ${memberName(member)}${isRequired ? "" : "?"}: ${text}${isRequired ? "" : " | undefined"};\n`;
      return { line, documented: comment(of.description, "  ") + line };
    });
    return {
      shape: `{\n${members.map(({ line }) => line).join("")}}`,
      body: `{\n${members.map(({ documented }) => documented).join("")}}`,
    };
  }

  function enumeration(values: readonly unknown[], suggestion: string): string {
    const words = values.filter((value) => value !== null);
    const called = kept.has(suggestion) ? `${suggestion}Word` : suggestion;
    const text = wordsOf(words);
    const written =
      words.length < NAMED_ENUM_LENGTH ? text : name(text, called, (free) => `export type ${free} = ${text};\n`);
    return words.length === values.length ? written : `${written} | null`;
  }

  /** A named schema is its own type, even if another has the same members. */
  function referenced($ref: string): string {
    const schema = resolvedSchema(document, { $ref });
    const target = $ref.split("/").at(-1) ?? "";
    const free = NAMES[target] ?? target;
    if (declared.has(free)) return free;
    if (schema.properties === undefined) {
      const text = schema.enum === undefined ? typeOf(schema, `${free}Form`) : wordsOf(schema.enum);
      declared.set(free, `export type ${free} = ${text};\n`);
    } else {
      declared.set(free, `export interface ${free} ${membersOf(schema, free).body}\n`);
    }
    return free;
  }

  return {
    typeOf(schema, suggestion) {
      outermost = schema.title ?? suggestion;
      return typeOf(schema, suggestion);
    },
    declare(free, text) {
      if (declared.has(free)) throw new Error(`${free} is declared already`);
      declared.set(free, text);
    },
    isTaken: (free) => declared.has(free),
    names: () => [...declared.keys()],
    declarations: () => [...declared.values()],
  };
}

function wordsOf(words: readonly unknown[]): string {
  return words.map((value) => JSON.stringify(value)).join(" | ");
}

/** A doc comment, or an empty string. */
export function comment(text: string | undefined, indent: string): string {
  if (text === undefined || text.trim() === "") return "";
  const safe = text.trim().replaceAll("*/", "*\u200b/");
  if (!safe.includes("\n")) return `${indent}/** ${safe} */\n`;
  const lines = safe.split("\n").map((line) => `${indent} * ${line}`.trimEnd());
  return `${indent}/**\n${lines.join("\n")}\n${indent} */\n`;
}

function union(types: readonly string[]): string {
  return [...new Set(types)]
    .map((type) => (types.length > 1 && type.startsWith("readonly ") ? `(${type})` : type))
    .join(" | ");
}

function parenthesized(type: string): string {
  return type.includes(" | ") || type.startsWith("readonly ") ? `(${type})` : type;
}

export function memberName(member: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(member) ? member : JSON.stringify(member);
}
