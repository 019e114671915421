import { readFile } from "node:fs/promises";

const document = new URL("../../../http/openapi.json", import.meta.url);

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

export interface Content {
  readonly schema?: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
  readonly "x-error-codes"?: readonly string[];
}

/** An operation with its method and path. Its references to parameters and responses are resolved. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> } | null;
  readonly responses: Readonly<Record<string, Response>>;
  readonly access: "key" | "session" | "public";
}

export interface Api {
  readonly version: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly Operation[];
  readonly schemas: Readonly<Record<string, Schema>>;
  /** A recorded error of each code that tests meet. */
  readonly errors: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Document {
  readonly info: { readonly version: string };
  readonly tags: Api["tags"];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: {
    readonly schemas: Api["schemas"];
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly examples: Api["errors"];
  };
}

interface DocumentOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly "x-same-as"?: string;
}

/** The OpenAPI document of the server. A second path of an operation is left out. */
export async function readApi(): Promise<Api> {
  const { info, tags, paths, components } = JSON.parse(await readFile(document, "utf8")) as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation["x-same-as"] === undefined)
      .map(([method, operation]) => readOperation(components, { method: method.toUpperCase(), path, operation })),
  );
  return { version: info.version, tags, operations, schemas: components.schemas, errors: components.examples };
}

function readOperation(
  { parameters, responses }: Document["components"],
  { method, path, operation }: { method: string; path: string; operation: DocumentOperation },
): Operation {
  const { operationId, summary, description, requestBody, security } = operation;
  const nameOf = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);
  return {
    method,
    path,
    operationId,
    summary,
    description,
    tag: operation.tags[0] ?? "",
    parameters: operation.parameters.map((one) =>
      one.$ref === undefined ? one : (parameters[nameOf(one.$ref)] ?? one),
    ),
    body: requestBody === undefined ? null : { required: requestBody.required ?? false, content: requestBody.content },
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, one]) => [
        status,
        one.$ref === undefined ? one : (responses[nameOf(one.$ref)] ?? one),
      ]),
    ),
    access: security === undefined ? "key" : security.length === 0 ? "public" : "session",
  };
}
