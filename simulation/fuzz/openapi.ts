import type { Schema } from "./arbitrary-of-schema.ts";

/** What of an operation of the OpenAPI document the fuzzer goes by. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[];
  /** By content type. */
  readonly bodies: Readonly<Record<string, { readonly schema?: Schema }>>;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: Schema }>> }>>;
  /** Asked by somebody who is signed in; else by an API key. */
  readonly isOfSession: boolean;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface Described {
  readonly parameters?: Operation["parameters"];
  readonly requestBody?: { readonly content?: Operation["bodies"] };
  readonly responses: Operation["responses"];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

/** Streams have no end. */
const LEFT_OUT = new Set(["GET /events/tail"]);

export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([name, { parameters = [], requestBody, responses, security = [] }]) => {
      const method = name.toUpperCase();
      if (LEFT_OUT.has(`${method} ${path}`)) return [];
      const isOfSession = security.some((each) => "session" in each);
      return [{ method, path, parameters, bodies: requestBody?.content ?? {}, responses, isOfSession }];
    }),
  );
}
