import { capitalized, singularOf } from "@counterfoil/http";
import { type OpenApi, type OpenApiParameter, resolvedSchema, type Schema } from "./open-api.ts";
import type { Operation } from "./read-operations.ts";
import { comment, memberName, type TypeWriter } from "./write-types.ts";

/** The names of the types that a method takes and returns. */
export interface OperationTypes {
  readonly query: string | null;
  /** Whether the query has a required member. */
  readonly isQueryRequired: boolean;
  readonly body: string | null;
  readonly isBodyRequired: boolean;
  readonly result: string;
  /** The type of a list's items. */
  readonly item: string;
  /** Other shapes of the response, which a value in the query selects. */
  readonly variants: readonly AnswerVariant[];
}

export interface AnswerVariant {
  readonly parameter: string;
  readonly value: string;
  readonly result: string;
}

const LIST_PARAMETERS = ["page", "limit", "filters", "sort"];

/** The names of resources: no nested type may use them. */
export function namesOfReads(operations: readonly Operation[]): Set<string> {
  return new Set([...readsOf(operations).map(readName), ...operations.map(({ operationId }) => itemNoun(operationId))]);
}

/**
 * Writes the types of all operations. Resources as they are read come first, so that they get the plain names:
 * `getInvoice` returns an `Invoice`, and `issueInvoice` returns one too.
 */
export function writeOperationTypes(
  document: OpenApi,
  operations: readonly Operation[],
  types: TypeWriter,
): Map<Operation, OperationTypes> {
  for (const read of readsOf(operations)) {
    if (read.answer.kind === "json") types.typeOf(read.answer.schema, readName(read));
  }
  for (const { answer, operationId } of operations) {
    if (answer.kind === "pages") types.typeOf(answer.item, itemName(operationId, types));
  }
  return new Map(operations.map((operation) => [operation, typesOf(document, operation, types)]));
}

/** Reads of a single resource first, `/invoices/{id}`, then reads of its details. */
function readsOf(operations: readonly Operation[]): Operation[] {
  const depth = ({ path, name }: Operation) => (name === "get" ? 0 : path.endsWith("}") ? 1 : 2);
  return operations
    .filter(
      ({ method, answer, operationId }) => method === "GET" && answer.kind === "json" && operationId.startsWith("get"),
    )
    .toSorted((a, b) => depth(a) - depth(b));
}

function readName({ operationId }: Operation): string {
  return operationId.slice("get".length);
}

function typesOf(document: OpenApi, operation: Operation, types: TypeWriter): OperationTypes {
  const { operationId, answer, body, query } = operation;
  const name = capitalized(operationId);
  const bodies = [
    ...(body === null || body.schema === null ? [] : [writeBody(`${name}Request`, body.schema, types)]),
    ...(body?.takesBlob === true ? ["Blob"] : []),
  ];
  return {
    query: query.length === 0 ? null : writeQuery(`${name}Query`, query, types),
    isQueryRequired: query.some(({ required }) => required === true),
    body: bodies.length === 0 ? null : bodies.join(" | "),
    // An omitted body has no members, which is enough if none is required. A change without members makes no sense.
    isBodyRequired: operation.method !== "POST" || hasRequired(document, body?.schema ?? null),
    result: answer.kind === "json" || answer.kind === "pages" ? types.typeOf(answer.schema, resultName(operation)) : "",
    item: answer.kind === "pages" ? types.typeOf(answer.item, itemName(operationId, types)) : "",
    variants:
      answer.kind === "json" ? variantsOf(resolvedSchema(document, answer.schema), resultName(operation), types) : [],
  };
}

function variantsOf({ anyOf = [] }: Schema, name: string, types: TypeWriter): AnswerVariant[] {
  return anyOf.flatMap((schema) => {
    const { "x-answers": asked } = schema;
    return asked === undefined ? [] : [{ ...asked, result: types.typeOf(schema, name) }];
  });
}

/**
 * Declares the type of a body. A body without a name in the document, or with the shape of another one, gets its own
 * name.
 */
function writeBody(name: string, schema: Schema, types: TypeWriter): string {
  // A body in several forms is the union of them, and the union has the name.
  const text = types.typeOf(schema, schema.anyOf === undefined ? name : name.replace(/Request$/, "Form"));
  if (text !== name) types.declare(name, `export type ${name} = ${text};\n`);
  return name;
}

function resultName({ operationId, answer }: Operation): string {
  const words = capitalized(operationId);
  if (answer.kind === "pages") return `${singularOf(words.replace(/^(?:List|Get)/, ""))}List`;
  return operationId === "ingestEvents" ? "IngestResult" : `${words.replace(/^(?:Get|Read)/, "")}Result`;
}

/** `listInvoices` has items called `Invoice`, or `ListedInvoice` if they differ from what `getInvoice` returns. */
function itemName(operationId: string, types: TypeWriter): string {
  const noun = itemNoun(operationId);
  return types.isTaken(noun) ? `Listed${noun}` : noun;
}

/** A noun without a plural has entries: `listJournal` → `JournalEntry`. */
function itemNoun(operationId: string): string {
  const nouns = operationId.replace(/^(?:list|get)/, "").replace(/Of[A-Z]\w*$/, "");
  const noun = singularOf(nouns);
  return noun === nouns ? `${noun}Entry` : noun;
}

function hasRequired(document: OpenApi, schema: Schema | null): boolean {
  const { properties, required = [] } = schema === null ? {} : resolvedSchema(document, schema);
  return properties === undefined || required.length > 0;
}

/** An operation that counts the items of a list takes only its filters. */
function listQuery(query: readonly OpenApiParameter[], fields: readonly string[]): string {
  const whole = `ListQuery<${fields.map((field) => JSON.stringify(field)).join(" | ")}>`;
  return query.some((parameter) => parameter.name === "page") ? whole : `Pick<${whole}, "filters">`;
}

function writeQuery(name: string, query: readonly OpenApiParameter[], types: TypeWriter): string {
  const fields = query.find(({ schema }) => schema["x-fields"] !== undefined)?.schema["x-fields"];
  const own = fields === undefined ? query : query.filter((parameter) => !LIST_PARAMETERS.includes(parameter.name));
  const members = own.map(({ name: member, required, description, schema }) => {
    // Everything in a URL is text; a parameter that must be digits is a number here.
    const isNumber = /^\^\[[01]-9\]\\d/.test(schema.pattern ?? "");
    const type = isNumber ? "number" : types.typeOf(schema, name + capitalized(member));
    const optional = required === true ? [":", ""] : ["?:", " | undefined"];
    return `${comment(description, "  ")}  readonly ${memberName(member)}${optional[0]} ${type}${optional[1]};\n`;
  });
  const list = fields === undefined ? "" : ` extends ${listQuery(query, fields)}`;
  types.declare(name, `export interface ${name}${list} {\n${members.join("")}}\n`);
  return name;
}
