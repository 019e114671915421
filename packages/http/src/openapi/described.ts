/** The part of an OpenAPI document that this folder completes. */
export interface DescribedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly components: Record<string, Readonly<Record<string, object>>>;
}

export interface DescribedOperation {
  readonly operationId: string;
  deprecated?: boolean;
  parameters?: readonly DescribedParameter[];
  readonly requestBody?: DescribedBody;
  /** By status. */
  readonly responses: Record<string, DescribedAnswer>;
}

/** A parameter that several operations share is written as `$ref` only. */
export interface DescribedParameter {
  readonly name: string;
  readonly in: string;
  readonly schema: object;
  example?: unknown;
}

export interface DescribedBody {
  required?: boolean;
  readonly content: Readonly<Record<string, DescribedContent>>;
}

export interface DescribedAnswer {
  readonly $ref?: string;
  headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, DescribedContent>>;
}

export interface DescribedContent {
  schema: object;
  example?: unknown;
}
