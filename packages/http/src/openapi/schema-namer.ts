import { capitalized, singularOf } from "./words.ts";

/** A JSON schema of the document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Moves the schemas of a document into components, each under one name. */
export interface SchemaNamer {
  /**
   * The replacement for the schema: every object in it becomes a reference to a component.
   * @param suggestion the name, unless the schema has a title or the same shape already has a name. A member's schema
   * combines both names: `InvoiceTax`
   */
  named(schema: JsonSchema, suggestion: string): JsonSchema;
  isTaken(name: string): boolean;
  /** By name. */
  components(): Readonly<Record<string, JsonSchema>>;
}

/** Where a document keeps its named schemas. */
export const SCHEMAS = "#/components/schemas/";

/** Shorter enumerations get no name. */
const NAMED_ENUM_LENGTH = 3;
/** Keywords that stay where a shape is used, so that each use can have its own description. */
const OF_THE_USE = ["description", "examples", "default", "deprecated", "x-answers"];
/** `title` becomes the name. `x-judged-later` is only for the server. */
const LEFT_OUT = ["title", "x-judged-later"];
const KEYWORDS_OF: Readonly<Record<string, readonly string[]>> = {
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  integer: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  object: ["properties", "required", "additionalProperties", "minProperties", "maxProperties"],
  array: ["items", "minItems", "maxItems", "uniqueItems"],
  boolean: [],
};
const NULL = { type: "null" };

/** @param reserved names that `named` gives only to what it is called with, never to a member */
export function createSchemaNamer(reserved: ReadonlySet<string>): SchemaNamer {
  const names = new Map<string, string>();
  const components = new Map<string, JsonSchema>();

  function component(shape: JsonSchema, suggestion: string): JsonSchema {
    const key = JSON.stringify(shape);
    const name = names.get(key) ?? freeName(suggestion);
    names.set(key, name);
    components.set(name, shape);
    return { $ref: SCHEMAS + name };
  }

  /** Request schemas differ from response schemas: they are closed and have bounds. */
  function freeName(suggestion: string): string {
    const found = [suggestion, `${suggestion}Input`].find((name) => !components.has(name));
    if (found === undefined)
      throw new Error(`Several schemas would be called ${suggestion}: give one of them a title.`);
    return found;
  }

  function rewritten(schema: JsonSchema, suggestion: string): JsonSchema {
    if ("$ref" in schema) return schema;
    const called = typeof schema["title"] === "string" ? schema["title"] : suggestion;
    const [use, own] = parted(schema);
    const types = typesOf(own).filter((type) => type !== "null");
    const isNullable = types.length < typesOf(own).length;
    if (isNamedEnum(own)) {
      const words = own["enum"].filter((word) => word !== null);
      return orNull(component({ type: "string", enum: words }, called), isNullable, use);
    }
    if (types.length > 1) return { ...use, anyOf: eachType(own, types, isNullable, called) };
    if (types[0] === "object" && "properties" in own) {
      return orNull(component({ ...withParts(own, called), type: "object" }, called), isNullable, use);
    }
    const whole = withParts(own, called);
    return "anyOf" in whole && "title" in schema ? { ...component(whole, called), ...use } : { ...whole, ...use };
  }

  /** One schema per type, with the keywords that apply to it. */
  function eachType(own: JsonSchema, types: readonly string[], isNullable: boolean, called: string): JsonSchema[] {
    const each = types.map((type) => {
      const keywords = Object.entries(own).filter(([name]) => KEYWORDS_OF[type]?.includes(name) === true);
      return rewritten({ type, ...Object.fromEntries(keywords) }, called);
    });
    return isNullable ? [...each, NULL] : each;
  }

  function withParts(own: JsonSchema, called: string): JsonSchema {
    const { properties, items, additionalProperties, anyOf } = own as SchemaParts;
    return {
      ...own,
      ...(properties === undefined ? {} : { properties: members(properties, called) }),
      ...(items === undefined ? {} : { items: rewritten(items, called) }),
      ...(typeof additionalProperties !== "object"
        ? {}
        : { additionalProperties: rewritten(additionalProperties, called) }),
      ...(anyOf === undefined
        ? {}
        : { anyOf: anyOf.map((one, k) => rewritten(one, k === 0 ? called : `${called}${k + 1}`)) }),
    };
  }

  function members(properties: Readonly<Record<string, JsonSchema>>, called: string): Record<string, JsonSchema> {
    return Object.fromEntries(
      Object.entries(properties).map(([member, schema]) => {
        const word = typesOf(schema).includes("array") ? singularOf(member) : member;
        return [member, rewritten(schema, memberName(called, capitalized(word).replaceAll(/\W/g, "")))];
      }),
    );
  }

  function memberName(owner: string, member: string): string {
    const name = owner + member;
    return reserved.has(name) ? `${name}Value` : name;
  }

  return {
    named: rewritten,
    isTaken: (name) => components.has(name),
    components: () => Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

interface SchemaParts {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

function parted(schema: JsonSchema): [use: JsonSchema, own: JsonSchema] {
  const entries = Object.entries(schema).filter(([name]) => !LEFT_OUT.includes(name));
  const [use, own] = [true, false].map((isOfUse) =>
    Object.fromEntries(entries.filter(([name]) => OF_THE_USE.includes(name) === isOfUse)),
  );
  return [use ?? {}, own ?? {}];
}

function typesOf({ type }: JsonSchema): readonly string[] {
  return type === undefined ? [] : ([type].flat() as string[]);
}

/** An enumeration without further constraints. With constraints, the schema stays inline. */
function isNamedEnum(own: JsonSchema): own is JsonSchema & { readonly enum: readonly unknown[] } {
  const { enum: values } = own;
  if (!Array.isArray(values) || Object.keys(own).some((name) => name !== "type" && name !== "enum")) return false;
  const words = values.filter((value) => value !== null);
  return words.length >= NAMED_ENUM_LENGTH && words.every((word) => typeof word === "string");
}

function orNull(reference: JsonSchema, isNullable: boolean, use: JsonSchema): JsonSchema {
  return isNullable ? { ...use, anyOf: [reference, NULL] } : { ...reference, ...use };
}
