import type { OpenApi, Schema } from "../client/open-api.ts";
import { type Operation, readOperations } from "../client/read-operations.ts";
import { type NullableShape, shapeOf } from "./shapes.ts";

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly form: "filters" | "number" | "text";
}

/** One method of a resource, without the words of a language. */
export interface Call {
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  /** The name of the body's type; `bytes` for a file; null without a body. */
  readonly body: string | null;
  /** The name of the type of the result, of a page for a list; `bytes` for a file; null without a result. */
  readonly result: string | null;
  /** For a list: the member of a page that has its items, and their type. */
  readonly list: { readonly member: string; readonly item: string } | null;
}

/** The calls of all resources. A stream is left out: only the TypeScript client reads streams. */
export function callsByResource(document: OpenApi): Map<string, Call[]> {
  const operations = readOperations(document).filter(({ answer }) => answer.kind !== "stream");
  return Map.groupBy(
    operations.map((operation) => callOf(document, operation)),
    ({ operation }) => operation.resource,
  );
}

function callOf(document: OpenApi, operation: Operation): Call {
  const { answer, body, query, operationId } = operation;
  // A parameter that selects another shape of the response would make the result a union in every call.
  const selectors = answer.kind === "json" ? (answer.schema.anyOf ?? []).map((one) => one["x-answers"]?.parameter) : [];
  const name = (type: NullableShape) => firstName(type, operationId);
  return {
    operation,
    parameters: query
      .filter((parameter) => !selectors.includes(parameter.name))
      .map((parameter) => ({
        name: parameter.name,
        description: parameter.description ?? "",
        isRequired: parameter.required === true,
        form: formOf(parameter.name, parameter.schema),
      })),
    body: body === null ? null : body.schema === null ? "bytes" : name(shapeOf(document, body.schema)),
    result:
      answer.kind === "json" || answer.kind === "pages"
        ? name(shapeOf(document, answer.schema))
        : answer.kind === "download"
          ? "bytes"
          : null,
    list: answer.kind === "pages" ? { member: answer.member, item: name(shapeOf(document, answer.item)) } : null,
  };
}

/** The first of several forms is the one with a name: a batch of events, and not a bare array of them. */
function firstName({ shape }: NullableShape, operationId: string): string {
  const first = shape.kind === "union" ? shape.of.find(({ kind }) => kind === "named") : shape;
  if (first?.kind !== "named") throw new Error(`${operationId} has a body or a result without a name`);
  return first.name;
}

/** Everything in a URL is text; a parameter that must be digits is a number here. */
function formOf(name: string, { type, pattern = "" }: Schema): Parameter["form"] {
  if (name === "filters") return "filters";
  return type === "integer" || /^\^\[[01]-9\]\\d/.test(pattern) ? "number" : "text";
}

/** `priceBundles` → `price_bundles`, `getUsageByMonth` → `get_usage_by_month`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? "" : "_"}${letter.toLowerCase()}`);
}
