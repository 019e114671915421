import type { Contract, Schema } from "./contract.ts";

/** The schema that a reference leads to. */
export function resolved({ components }: Contract, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = components.schemas[schema.$ref.split("/").at(-1) ?? ""];
  if (found === undefined) throw new Error(`${schema.$ref} leads nowhere`);
  return found;
}

/** The types that a schema allows; null where it allows all. */
export function typesOf({ type }: Schema): readonly string[] | null {
  if (type === undefined) return null;
  return typeof type === "string" ? [type] : type;
}

/** Whether a value of one type is a value of the other. */
export function isOfType(one: string, other: string): boolean {
  return one === other || (one === "integer" && other === "number");
}

/** The values that a schema is limited to; null where it is not. */
export function valuesOf(schema: Schema): readonly unknown[] | null {
  if (schema.enum !== undefined) return schema.enum;
  return "const" in schema ? [schema.const] : null;
}

/** The shapes that a schema offers; null where it offers one. */
export function shapesOf({ anyOf, oneOf }: Schema): readonly Schema[] | null {
  return anyOf ?? oneOf ?? null;
}

/** How a value is said in a report. */
export function said(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
