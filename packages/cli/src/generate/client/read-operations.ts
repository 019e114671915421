import { methodName, resourceName } from "./method-names.ts";
import {
  type OpenApi,
  type OpenApiOperation,
  type OpenApiParameter,
  resolvedParameter,
  resolvedSchema,
  type Schema,
} from "./open-api.ts";

/** How a client handles the response of an operation. */
export type OperationAnswer =
  | { readonly kind: "json"; readonly schema: Schema }
  /** A list; the items are in `member` of its pages. */
  | { readonly kind: "pages"; readonly schema: Schema; readonly member: string; readonly item: Schema }
  | { readonly kind: "nothing" }
  | { readonly kind: "download"; readonly mediaType: string }
  | { readonly kind: "stream" };

/** One operation of the API, as a method of the client. */
export interface Operation {
  readonly method: string;
  /** `/invoices/{id}` */
  readonly path: string;
  readonly operationId: string;
  readonly resource: string;
  readonly name: string;
  readonly documentation: string;
  readonly pathParameters: readonly string[];
  readonly query: readonly OpenApiParameter[];
  /** `schema` of the JSON body; null if the body is not JSON. */
  readonly body: { readonly schema: Schema | null; readonly takesBlob: boolean } | null;
  readonly answer: OperationAnswer;
}

const JSON_TYPE = "application/json";
const JSON_TYPES = [JSON_TYPE, "application/merge-patch+json"];
const EVENT_STREAM = "text/event-stream";

/** Every operation, in the document's order. Throws if two would become the same method. */
export function readOperations(document: OpenApi): Operation[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A second path of an operation adds no second method.
      .filter(([, operation]) => operation["x-same-as"] === undefined)
      .map(([method, operation]) => readOperation(document, { method: method.toUpperCase(), path, operation })),
  );
  const byName = Map.groupBy(operations, ({ resource, name }) => `${resource}.${name}`);
  for (const [name, same] of byName) {
    if (same.length === 1) continue;
    throw new Error(
      `Several operations would be named ${name}: ${same.map(({ operationId }) => operationId).join(", ")}`,
    );
  }
  return operations;
}

function readOperation(
  document: OpenApi,
  { method, path, operation }: { method: string; path: string; operation: OpenApiOperation },
): Operation {
  const { operationId, summary, description = "" } = operation;
  const parameters = (operation.parameters ?? []).map((parameter) => resolvedParameter(document, parameter));
  const resource = resourceName(path);
  const query = parameters.filter((parameter) => parameter.in === "query");
  return {
    method,
    path,
    operationId,
    resource,
    name: methodName(operationId, resource),
    documentation: description.startsWith(summary) ? description : `${summary}.\n\n${description}`,
    // In the order of the path, regardless of the order of the parameters.
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
    query,
    body: readBody(operation),
    answer: readAnswer(document, operation, query),
  };
}

function readBody({ requestBody }: OpenApiOperation): Operation["body"] {
  if (requestBody === undefined) return null;
  const types = Object.keys(requestBody.content);
  return {
    schema: requestBody.content[JSON_TYPE]?.schema ?? null,
    takesBlob: types.some((type) => !JSON_TYPES.includes(type)),
  };
}

function readAnswer(
  document: OpenApi,
  { operationId, responses }: OpenApiOperation,
  query: readonly OpenApiParameter[],
): OperationAnswer {
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const [content] = Object.entries(success?.content ?? {});
  if (content === undefined) return { kind: "nothing" };
  const [mediaType, { schema }] = content;
  if (mediaType === EVENT_STREAM) return { kind: "stream" };
  if (mediaType !== JSON_TYPE) return { kind: "download", mediaType };
  const isPaged = query.some(({ name }) => name === "page" || name === "cursor");
  if (!isPaged) return { kind: "json", schema };
  const lists = Object.entries(resolvedSchema(document, schema).properties ?? {}).filter(
    ([, member]) => member.type === "array",
  );
  const [list] = lists;
  const item = list?.[1].items;
  if (list === undefined || item === undefined || lists.length > 1) {
    throw new Error(`${operationId} is paginated and returns ${lists.length} lists.`);
  }
  return { kind: "pages", schema, member: list[0], item };
}
