import type { Api } from "@counterfoil/testkit/scenario";

/** An operation of the OpenAPI document. */
export interface WalkedRoute {
  readonly method: string;
  /** `/accounts/{id}` */
  readonly path: string;
  /** The scope that the description names. Empty on a public route. */
  readonly scope: string;
  /** Whether it needs no key. */
  readonly isPublic: boolean;
  /** Whether it is about the signed-in person, and refuses keys. */
  readonly isSession: boolean;
  /** Whether it takes JSON, as opposed to an image. */
  readonly takesBody: boolean;
}

interface OpenApi {
  readonly paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  /** For an operation with a second path: the original operation. */
  readonly "x-same-as"?: string;
  readonly description?: string;
  readonly requestBody?: { readonly content?: object };
  readonly security?: readonly object[];
}

/** Every operation of the API. */
export async function walkRoutes(api: Api): Promise<WalkedRoute[]> {
  const document = await api.get<OpenApi>("/openapi.json");
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation["x-same-as"] === undefined)
      .map(([method, { description = "", requestBody, security }]) => ({
        method: method.toUpperCase(),
        path,
        scope: /Required scope: `(\w+)`/.exec(description)?.[1] ?? "",
        isPublic: security?.length === 0,
        isSession: security?.some((scheme) => "session" in scheme) === true,
        takesBody: Object.keys(requestBody?.content ?? {}).some((type) => type.endsWith("json")),
      })),
  );
}
