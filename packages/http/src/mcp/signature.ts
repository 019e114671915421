import type { TSchema } from "typebox";
import { propertiesOf } from "../route-schema.ts";
import type { Route } from "../route.ts";
import { pathParameters, queryParameters } from "./input.ts";

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** How deeply a signature shows objects, from the most to the least. */
const DEPTHS = [5, 4, 3, 2, 1, 0];
/** A longer signature shows less of its inner objects. */
const MOST_CHARACTERS = 1_500;
const MOST_CHARACTERS_WITH_NOTES = 5_000;

/** How a signature is written. */
interface Detail {
  readonly depth: number;
  readonly hasNotes: boolean;
}

/**
 * The input of an operation in the notation of TypeScript, which is much shorter than JSON Schema.
 * @param hasNotes whether members are described
 */
export function signatureOf(route: Route, hasNotes = false): string {
  const most = hasNotes ? MOST_CHARACTERS_WITH_NOTES : MOST_CHARACTERS;
  const texts = DEPTHS.map((depth) => writtenOut(route, { depth, hasNotes }));
  return texts.find((text) => text.length <= most) ?? texts.at(-1) ?? "{}";
}

function writtenOut(route: Route, detail: Detail): string {
  const members = [
    ...pathParameters(route).map((name) => `${name}: string`),
    ...queryParameters(route).map((name) => queryMember(route, name)),
    ...membersOf(route.body ?? {}, 0, detail),
  ];
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function queryMember(route: Route, name: string): string {
  const schema: TSchema | undefined = propertiesOf(route.query)[name];
  if (schema !== undefined) {
    const query: JsonSchema = route.query ?? {};
    const mark = query.required?.includes(name) === true ? "" : "?";
    return `${name}${mark}: ${typeOf(schema, 1, { depth: 1, hasNotes: false })}`;
  }
  if (name === "filters") return `filters?: {${Object.keys(route.list?.fields ?? {}).join(", ")}}`;
  return name === "sort" ? 'sort?: "field:asc|desc"' : `${name}?: number`;
}

function membersOf({ properties = {}, required = [] }: JsonSchema, depth: number, detail: Detail): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const note = detail.hasNotes && schema.description !== undefined ? ` /* ${schema.description} */` : "";
    return `${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema, depth + 1, detail)}${note}`;
  });
}

function typeOf(schema: JsonSchema, depth: number, detail: Detail): string {
  if (schema.enum !== undefined) return schema.enum.map((word) => JSON.stringify(word)).join("|");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => typeOf(choice, depth, detail)).join(" | ");
  const types = [schema.type ?? (schema.properties === undefined ? "any" : "object")].flat();
  return types.map((type) => simpleType(type, schema, depth, detail)).join("|");
}

function simpleType(type: string, schema: JsonSchema, depth: number, detail: Detail): string {
  if (type === "array") return `[${schema.items === undefined ? "any" : typeOf(schema.items, depth + 1, detail)}]`;
  if (type === "string") return FORMATS[schema.format ?? ""] ?? "string";
  if (type !== "object") return type;
  if (schema.properties === undefined) {
    const { additionalProperties: values } = schema;
    return typeof values === "object" ? `{[name]: ${typeOf(values, depth + 1, detail)}}` : "object";
  }
  return depth > detail.depth ? "object" : `{${membersOf(schema, depth, detail).join(", ")}}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  amount: '"0.00"',
  decimal: '"0.00"',
  date: "date",
  "date-time": "timestamp",
  "instant-or-date": "date|timestamp",
  "change-moment": '"now"|"period_end"|date',
  "cancel-moment": '"now"|"period_end"|"contract_end"|date',
  "resume-moment": '"now"|date',
};
