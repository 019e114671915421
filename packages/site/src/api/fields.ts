import type { Schema } from "./open-api.ts";

/** Deeper fields are left out: the readable reference at `/docs/reference` opens every level. */
const DEEPEST = 3;

type Schemas = Readonly<Record<string, Schema>>;

/** The fields of an object as a nested list, or an empty text if it has none. */
export function fieldList(schemas: Schemas, schema: Schema, depth = 0, seen: readonly Schema[] = []): string {
  const object = objectOf(schemas, schema);
  if (object === undefined || depth >= DEEPEST || seen.includes(object)) return "";
  return Object.entries(object.properties ?? {})
    .map(([name, member]) => {
      const isRequired = object.required?.includes(name) ?? false;
      const line = `${"  ".repeat(depth)}- ${fieldLine(schemas, { name, schema: member, isRequired })}`;
      const inner = fieldList(schemas, member, depth + 1, [...seen, object]);
      return inner === "" ? line : `${line}\n${inner}`;
    })
    .join("\n");
}

/** `` `currency` string, required: ISO 4217 code. `` */
export function fieldLine(
  schemas: Schemas,
  field: { readonly name: string; readonly schema: Schema; readonly isRequired: boolean },
): string {
  const { name, schema, isRequired } = field;
  const resolved = resolve(schemas, schema);
  const description = schema.description ?? resolved.description ?? "";
  const allowed = valuesOf(schemas, schema);
  const values = allowed.length === 0 ? "" : ` One of ${allowed.map((value) => `\`${String(value)}\``).join(", ")}.`;
  const required = isRequired ? ", required" : "";
  const end = `${description}${values}`.trim();
  return `\`${name}\` *${typeOf(schemas, schema)}${required}*${end === "" ? "" : `: ${end.replaceAll(/\s*\n\s*/g, " ")}`}`;
}

function resolve(schemas: Schemas, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return resolve(schemas, schemas[schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)] ?? {});
}

/** The object whose fields a schema shows: itself, its items, or the first of its alternatives. */
function objectOf(schemas: Schemas, schema: Schema): Schema | undefined {
  const resolved = resolve(schemas, schema);
  if (resolved.properties !== undefined) return resolved;
  if (resolved.items !== undefined) return objectOf(schemas, resolved.items);
  for (const one of resolved.anyOf ?? []) {
    const found = objectOf(schemas, one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function valuesOf(schemas: Schemas, schema: Schema): readonly unknown[] {
  const resolved = resolve(schemas, schema);
  if (resolved.enum !== undefined) return resolved.enum;
  if (resolved.items !== undefined) return valuesOf(schemas, resolved.items);
  return (resolved.anyOf ?? []).flatMap((one) => valuesOf(schemas, one));
}

/** `string or null`, `array of objects`, `date` */
function typeOf(schemas: Schemas, schema: Schema): string {
  const resolved = resolve(schemas, schema);
  if (resolved.anyOf !== undefined) return [...new Set(resolved.anyOf.map((one) => typeOf(schemas, one)))].join(" or ");
  if (resolved.enum !== undefined && resolved.type === undefined) return "string";
  const types = typeof resolved.type === "string" ? [resolved.type] : (resolved.type ?? ["any"]);
  return types.map((type) => (type === "array" ? arrayOf(schemas, resolved) : named(type, resolved))).join(" or ");
}

function arrayOf(schemas: Schemas, { items }: Schema): string {
  const inner = items === undefined ? "any" : typeOf(schemas, items);
  return / or |^any$/.test(inner) ? `array of ${inner}` : `array of ${inner}s`;
}

function named(type: string, { format }: Schema): string {
  if (type === "string" && format === "date") return "date";
  if (type === "string" && format === "date-time") return "time";
  return type;
}
