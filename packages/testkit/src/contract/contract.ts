/** The part of an OpenAPI document on which clients depend, without explanations. */
export interface Contract {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Answer {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
  readonly "x-error-codes"?: readonly string[];
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly [constraint: string]: unknown;
}

const EXPLAINS = new Set(["description", "summary", "title", "example", "examples", "tags", "license"]);

/** The document without descriptions and examples, as stored for a release. */
export function contractOf(document: object): Contract {
  return stripped(document, false) as Contract;
}

/** @param isNames whether the keys are names of members, one of which may be `description` */
function stripped(value: unknown, isNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => stripped(one, false));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isNames || !EXPLAINS.has(name))
      .map(([name, member]) => [name, stripped(member, name === "properties" && !isNames)]),
  );
}
