import type { DescribedContent, DescribedDocument, DescribedOperation } from "./described.ts";
import { inlineUnreached } from "./inline-unreached.ts";
import { createSchemaNamer, type JsonSchema, type SchemaNamer } from "./schema-namer.ts";
import { SHARED_WORDS } from "./shared-words.ts";
import { capitalized, pascalCase, singularOf } from "./words.ts";

/**
 * Names every schema of the document (R-API-12). A title in a schema is its name. Other names follow from operations:
 * `getInvoice` returns an `Invoice`, `listInvoices` an `InvoiceList`, and `createAccount` takes a
 * `CreateAccountRequest`. Resources of read operations are named first, so that they get the plain names.
 */
export function nameSchemas(document: DescribedDocument): void {
  const operations = operationsIn(document);
  const reads = readsOf(operations);
  const lists = operations.filter((operation) => listOf(operation) !== null);
  const namer = createSchemaNamer(new Set([...reads.map(readName), ...lists.map(itemNoun)]));
  for (const [name, words] of Object.entries(SHARED_WORDS)) namer.named({ type: "string", enum: words }, name);
  for (const [name, schema] of Object.entries(document.components["schemas"] ?? {}))
    namer.named(schema as JsonSchema, name);
  for (const read of reads) namer.named(withoutDescription(answerOf(read)), readName(read));
  for (const list of lists) nameItems(list, namer);
  for (const operation of operations) nameOperation(operation, namer);
  for (const [type, { post }] of Object.entries(document.webhooks)) nameWebhook(post, pascalCase(type), namer);
  document.components["schemas"] = namer.components();
  inlineUnreached(document);
}

const JSON_TYPE = "application/json";
const MERGE_PATCH_TYPE = "application/merge-patch+json";
/** The parameters that mark a list: an operation with one of them returns pages. */
const PAGING = ["page", "cursor"];

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly described: DescribedOperation;
}

function operationsIn({ paths }: DescribedDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );
}

/** Reads of a resource first, such as `/invoices/{id}`, then reads of its parts. */
function readsOf(operations: readonly Operation[]): Operation[] {
  const depth = ({ path }: Operation) => (/^\/[^/]+\/\{\w+\}$/.test(path) ? 0 : path.endsWith("}") ? 1 : 2);
  return operations
    .filter((operation) => {
      const { method, described } = operation;
      return method === "get" && /^get[A-Z]/.test(described.operationId) && answerOf(operation) !== undefined;
    })
    .filter((operation) => listOf(operation) === null)
    .toSorted((a, b) => depth(a) - depth(b));
}

function readName({ described }: Operation): string {
  return described.operationId.slice("get".length);
}

/** The schema of the JSON response. */
function answerOf({ described }: Operation): DescribedContent | undefined {
  const success = Object.entries(described.responses).find(([status]) => status.startsWith("2"))?.[1];
  return success?.content?.[JSON_TYPE];
}

interface Properties {
  readonly properties?: Record<string, JsonSchema>;
}

/** The member of a page that contains its items. */
function listOf(operation: Operation): { readonly list: string; readonly items: JsonSchema } | null {
  if (operation.described.parameters?.some(({ name }) => PAGING.includes(name)) !== true) return null;
  const { properties = {} } = (answerOf(operation)?.schema ?? {}) as Properties;
  const [found] = Object.entries(properties).filter(([, member]) => member["type"] === "array");
  return found === undefined ? null : { list: found[0], items: found[1]["items"] as JsonSchema };
}

/** `listInvoices` → `Invoice`. A word without a plural gets entries: `listJournal` → `JournalEntry`. */
function itemNoun({ described }: Operation): string {
  const nouns = described.operationId.replace(/^(?:list|get|search)/, "").replace(/Of[A-Z]\w*$/, "");
  const noun = singularOf(nouns);
  return noun === nouns ? `${noun}Entry` : noun;
}

/** `getInvoice` returns an `Invoice`; a list with different items gets `ListedInvoice`. */
function nameItems(operation: Operation, namer: SchemaNamer): void {
  const found = listOf(operation);
  if (found === null) return;
  const noun = itemNoun(operation);
  namer.named(found.items, namer.isTaken(noun) ? `Listed${noun}` : noun);
}

function nameOperation(operation: Operation, namer: SchemaNamer): void {
  const { described } = operation;
  const name = capitalized(described.operationId);
  described.parameters = (described.parameters ?? []).map((parameter) => ({
    ...parameter,
    schema: namer.named(parameter.schema as JsonSchema, name + pascalCase(parameter.name)),
  }));
  for (const [mediaType, content] of Object.entries(described.requestBody?.content ?? {})) {
    const isUsual = mediaType === JSON_TYPE || mediaType === MERGE_PATCH_TYPE;
    content.schema = namer.named(content.schema as JsonSchema, `${name}${isUsual ? "" : pascalCase(mediaType)}Request`);
  }
  for (const { content = {} } of Object.values(described.responses)) {
    for (const described of Object.values(content)) nameAnswer(described, answerName(operation), namer);
  }
}

function answerName(operation: Operation): string {
  const name = capitalized(operation.described.operationId);
  if (listOf(operation) !== null) return `${listedNoun(name.replace(/^(?:List|Get)/, ""))}List`;
  return `${name.replace(/^(?:Get|Read)/, "")}Result`;
}

/** `CreditNotesOfInvoice` → `InvoiceCreditNote`. */
function listedNoun(words: string): string {
  const [nouns = "", owner = ""] = words.split(/Of(?=[A-Z])/);
  return owner + singularOf(nouns);
}

/** The response has a description; its schema does not need one. */
function nameAnswer(content: DescribedContent, suggestion: string, namer: SchemaNamer): void {
  content.schema = namer.named(withoutDescription(content), suggestion);
}

function withoutDescription(content: DescribedContent | undefined): JsonSchema {
  const { description: _, ...schema } = (content?.schema ?? {}) as JsonSchema;
  return schema;
}

function nameWebhook({ requestBody }: DescribedOperation, type: string, namer: SchemaNamer): void {
  for (const content of Object.values(requestBody?.content ?? {})) {
    content.schema = namer.named(content.schema as JsonSchema, `${type}Notification`);
  }
}
