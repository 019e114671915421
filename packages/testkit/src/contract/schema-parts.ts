import type { Contract, Schema } from "./contract.ts";

/** The schema that a reference resolves to. */
function resolved(contract: Contract, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = contract.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`${schema.$ref} does not resolve`);
  return resolved(contract, found);
}

/** Both schemas in the same notation, if one uses types where the other uses shapes. */
export function resolvedAlike(
  contracts: { readonly before: Contract; readonly now: Contract },
  before: Schema,
  now: Schema,
): { readonly from: Schema; readonly to: Schema } {
  const from = resolved(contracts.before, before);
  const to = resolved(contracts.now, now);
  if (shapesOf(from) === null) return { from, to: joinedShapes(contracts.now, to) };
  if (shapesOf(to) === null) return { from: joinedShapes(contracts.before, from), to };
  return { from, to };
}

function joinedShapes(contract: Contract, schema: Schema): Schema {
  const shapes = shapesOf(schema)?.map((shape) => resolved(contract, shape));
  return (shapes === undefined ? null : joined(shapes)) ?? schema;
}

/** Keywords apply to one type each, so schemas of different types can be joined: `{type: ["object", "null"], …}`. */
export function joined(shapes: readonly Schema[]): Schema | null {
  const types = shapes.flatMap((shape) => typesOf(shape) ?? [""]);
  const isApart = new Set(types).size === types.length && !types.includes("");
  const values = shapes.map((shape) => shape.enum);
  if (shapes.length === 0 || !isApart || (types.includes("integer") && types.includes("number"))) return null;
  const isWords = values.some((each) => each !== undefined);
  // An enumeration or null. With a second type, the enumeration would limit that type too.
  if (isWords && types.some((type, k) => type !== "null" && values[k] === undefined)) return null;
  const members = Object.assign({}, ...shapes) as Schema;
  if (!isWords) return { ...members, type: types };
  return {
    ...members,
    type: types,
    enum: [...values.flatMap((each) => each ?? []), ...(types.includes("null") ? [null] : [])],
  };
}

/** The types that a schema allows; null if it allows all. */
export function typesOf({ type }: Schema): readonly string[] | null {
  if (type === undefined) return null;
  return typeof type === "string" ? [type] : type;
}

/** Whether a value of one type is a value of the other. */
export function isOfType(one: string, other: string): boolean {
  return one === other || (one === "integer" && other === "number");
}

/** The values that a schema allows; null if it has no such list. */
export function valuesOf(schema: Schema): readonly unknown[] | null {
  if (schema.enum !== undefined) return schema.enum;
  return "const" in schema ? [schema.const] : null;
}

/** The alternatives of a schema; null if it has none. */
export function shapesOf({ anyOf, oneOf }: Schema): readonly Schema[] | null {
  return anyOf ?? oneOf ?? null;
}

/** The notation of a value in a report. */
export function said(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
