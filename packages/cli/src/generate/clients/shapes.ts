import { type OpenApi, resolvedSchema, type Schema } from "../client/open-api.ts";

/** What a schema accepts, in the words that every language has. */
export type Shape =
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "text" | "integer" | "number" | "boolean" | "unknown" }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "list"; readonly items: NullableShape }
  | { readonly kind: "map"; readonly values: NullableShape }
  | { readonly kind: "union"; readonly of: readonly Shape[] };

export interface NullableShape {
  readonly shape: Shape;
  readonly isNullable: boolean;
}

export interface Member {
  /** The name in JSON. */
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly type: NullableShape;
}

/** A schema of the document, under its name there. */
export type NamedType =
  | { readonly kind: "words"; readonly name: string; readonly words: readonly string[] }
  | {
      readonly kind: "object";
      readonly name: string;
      readonly description: string;
      readonly members: readonly Member[];
    };

/** `Error` means something else in Go and Python. The TypeScript client calls it `Problem` too. */
const NAMES: Readonly<Record<string, string>> = { Error: "Problem" };

/** Every named schema, in the order of the document. Throws for an object without a name: each language would invent one. */
export function namedTypes(document: OpenApi): NamedType[] {
  return Object.keys(document.components.schemas).map((key) => {
    const schema = resolvedSchema(document, { $ref: key });
    const name = typeName(key);
    if (schema.enum !== undefined) return { kind: "words", name, words: wordsOf(schema.enum) };
    if (schema.properties === undefined) throw new Error(`${key} is neither an object nor an enumeration`);
    const required = schema.required ?? [];
    const members = Object.entries(schema.properties).map(([member, of]) => ({
      name: member,
      description: of.description ?? "",
      isRequired: required.includes(member),
      type: shapeOf(document, of),
    }));
    return { kind: "object", name, description: schema.description ?? "", members };
  });
}

export function shapeOf(document: OpenApi, schema: Schema): NullableShape {
  if (schema.$ref !== undefined) {
    const isNullable = resolvedSchema(document, schema).enum?.includes(null) ?? false;
    return { shape: { kind: "named", name: typeName(schema.$ref.split("/").at(-1) ?? "") }, isNullable };
  }
  if (schema.enum !== undefined) {
    return { shape: { kind: "words", words: wordsOf(schema.enum) }, isNullable: schema.enum.includes(null) };
  }
  if (schema.anyOf !== undefined) {
    const all = schema.anyOf.filter(({ type }) => type !== "null").map((one) => shapeOf(document, one));
    const isNullable = all.length < schema.anyOf.length || all.some((one) => one.isNullable);
    return { shape: union(all.map(({ shape }) => shape)), isNullable };
  }
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  const shapes = types.filter((type) => type !== "null").map((type) => typedShape(document, type, schema));
  return { shape: union(shapes), isNullable: types.includes("null") };
}

function typedShape(document: OpenApi, type: string, schema: Schema): Shape {
  switch (type) {
    case "string":
      return { kind: "text" };
    case "boolean":
    case "integer":
    case "number":
      return { kind: type };
    case "array":
      return { kind: "list", items: shapeOf(document, schema.items ?? {}) };
    case "object": {
      if (schema.properties !== undefined) throw new Error("An object with members has no name in the document");
      const { additionalProperties: values } = schema;
      return { kind: "map", values: shapeOf(document, typeof values === "object" ? values : {}) };
    }
    default:
      throw new Error(`No shape for ${type}`);
  }
}

function union(shapes: readonly Shape[]): Shape {
  const [only] = shapes;
  if (only === undefined) return { kind: "unknown" };
  return shapes.length === 1 ? only : { kind: "union", of: shapes };
}

function wordsOf(values: readonly unknown[]): string[] {
  return values.filter((value) => value !== null).map(String);
}

function typeName(key: string): string {
  return NAMES[key] ?? key;
}
