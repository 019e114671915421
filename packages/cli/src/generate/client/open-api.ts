/** The part of an OpenAPI document from which the client is generated. */
export interface OpenApi {
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, OpenApiParameter>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  /** By type of notification. */
  readonly webhooks: Readonly<Record<string, { readonly post: OpenApiOperation }>>;
}

export interface OpenApiOperation {
  /** For a second path of the same operation: the ID of the first one. */
  readonly "x-same-as"?: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

export interface OpenApiParameter {
  /** A reference to a shared response. Such a response has no other members. */
  readonly $ref?: string;
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** Schemas by media type. */
export type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** The part of JSON Schema that the routes use. */
export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  /** Of the parameter `filters`: the fields by which the list can be filtered and sorted. */
  readonly "x-fields"?: readonly string[];
  /** If a response can have several shapes: the value of a parameter that selects this one. */
  readonly "x-answers"?: { readonly parameter: string; readonly value: string };
}

/** The schema that a reference resolves to. */
export function resolvedSchema({ components }: OpenApi, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return found(components.schemas, schema.$ref);
}

export function resolvedParameter({ components }: OpenApi, parameter: OpenApiParameter): OpenApiParameter {
  if (parameter.$ref === undefined) return parameter;
  return found(components.parameters ?? {}, parameter.$ref);
}

function found<Part>(parts: Readonly<Record<string, Part>>, $ref: string): Part {
  const part = parts[$ref.split("/").at(-1) ?? ""];
  if (part === undefined) throw new Error(`${$ref} does not resolve`);
  return part;
}
