import type { Api } from "@counterfoil/testkit/scenario";

/** One operation of the OpenAPI document. */
export interface WalkedRoute {
  readonly method: string;
  /** `/accounts/{id}` */
  readonly path: string;
  /** The scope that its key needs, as the description names it; empty on a public route. */
  readonly scope: string;
  /** Whether it says that it needs no key. */
  readonly isPublic: boolean;
  /** Whether it is about the person who is signed in, and no key opens it. */
  readonly isSession: boolean;
  /** Whether it takes JSON; a picture is another thing. */
  readonly takesBody: boolean;
}

interface OpenApi {
  readonly paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  /** Of one that stands under a second path: the operation that it is. */
  readonly "x-same-as"?: string;
  readonly description?: string;
  readonly requestBody?: { readonly content?: object };
  readonly security?: readonly object[];
}

/** Every operation of the interface. */
export async function walkRoutes(api: Api): Promise<WalkedRoute[]> {
  const document = await api.get<OpenApi>("/openapi.json");
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation["x-same-as"] === undefined)
      .map(([method, { description = "", requestBody, security }]) => ({
        method: method.toUpperCase(),
        path,
        scope: /Scope: `(\w+)`/.exec(description)?.[1] ?? "",
        isPublic: security?.length === 0,
        isSession: security?.some((scheme) => "session" in scheme) === true,
        takesBody: Object.keys(requestBody?.content ?? {}).some((type) => type.endsWith("json")),
      })),
  );
}
