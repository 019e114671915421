import type { Api } from "@counterfoil/testkit/scenario";

/** One operation of the OpenAPI document. */
export interface WalkedRoute {
  readonly method: string;
  /** `/accounts/{id}` */
  readonly path: string;
  /** The scope that its key needs, as the description names it. */
  readonly scope: string;
  readonly takesBody: boolean;
}

interface OpenApi {
  readonly paths: Record<string, Record<string, { description?: string; requestBody?: unknown }>>;
}

/** Every operation of the interface. */
export async function walkRoutes(api: Api): Promise<WalkedRoute[]> {
  const document = await api.get<OpenApi>("/openapi.json");
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { description = "", requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      scope: /Scope: `(\w+)`/.exec(description)?.[1] ?? "",
      takesBody: requestBody !== undefined,
    })),
  );
}
