import { inlined } from "@counterfoil/testkit/contract";
import type { Api } from "@counterfoil/testkit/scenario";

/** A list as described in the OpenAPI document. */
export interface DocumentedList {
  readonly path: string;
  /** The field that contains the rows: items, data, products, versions. */
  readonly rows: string;
  readonly hasPageCount: boolean;
  readonly hasLimit: boolean;
  readonly takesFilters: boolean;
  /** The fields to filter and sort by, as named in the description. */
  readonly fields: readonly string[];
}

interface OpenApi {
  readonly paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Record<string, { content?: Record<string, { schema?: ObjectSchema }> }>;
}

interface ObjectSchema {
  readonly properties?: Record<string, { readonly type?: string; readonly items?: { readonly type?: string } }>;
}

const WRAPPER_MEMBERS = ["pageCount", "limit", "nextCursor"];

/** Every GET that returns one list of objects in a wrapper. Walks, which have a cursor and no pages, are excluded. */
export async function documentedLists(api: Api): Promise<DocumentedList[]> {
  const document = inlined(await api.get<OpenApi>("/openapi.json"));
  return Object.entries(document.paths).flatMap(([path, { get }]) => {
    const properties = get?.responses["200"]?.content?.["application/json"]?.schema?.properties;
    if (get === undefined || properties === undefined) return [];
    const members = Object.keys(properties).filter((name) => !WRAPPER_MEMBERS.includes(name));
    const [rows] = members;
    if (rows === undefined || members.length !== 1) return [];
    const asked = new Set(get.parameters?.map((parameter) => parameter.name));
    if (asked.has("cursor") && !asked.has("page")) return [];
    if (properties[rows]?.type !== "array" || properties[rows]?.items?.type !== "object") return [];
    const [, fields = ""] = /Fields to filter and sort by: (.+)\.$/m.exec(get.description ?? "") ?? [];
    return {
      path,
      rows,
      hasPageCount: "pageCount" in properties,
      hasLimit: "limit" in properties,
      takesFilters: asked.has("filters"),
      fields: fields === "" ? [] : fields.split(", "),
    };
  });
}
