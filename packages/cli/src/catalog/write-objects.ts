import type { Client, RequestOptions } from "@counterfoil/sdk";
import { pricingModelMember, priceTypes } from "@counterfoil/engine";
import { priceTypeOf } from "./complete-price.ts";
import { type Resolve, toWire } from "./convert.ts";
import type { Json, JsonObject } from "./json.ts";
import { SHAPES } from "./section-shapes.ts";
import type { Section } from "./shape.ts";

/** The calls of one section. */
export interface SectionCalls {
  /** Refused with the fault `taken` if another object of the section has the key. */
  create(body: JsonObject, key: string): Promise<{ readonly id: string }>;
  update(id: string, body: JsonObject, options: RequestOptions): Promise<{ readonly id: string }>;
  /** The resource as it is now, in the form of lists, with its ETag. */
  get(id: string): Promise<{ readonly result: object; readonly etag: string | null }>;
  /** Null for features, which cannot be archived. */
  setArchived: ((id: string, isArchived: boolean) => Promise<unknown>) | null;
}

/** The bodies are checked when a file is read, so they have the types of the client. */
type Body = never;

export function callsOf(client: Client, section: Section): SectionCalls {
  switch (section) {
    case "metrics":
      return archivable(client.metrics);
    case "products":
      return archivable(client.products);
    case "prices":
      return archivable(client.prices);
    case "bundles":
      return { ...archivable(client.priceBundles), get: (id) => getBundle(client, id) };
    case "plans":
      return archivable(client.plans);
    case "features":
      return {
        create: async (body, key) => client.features.create({ key, ...body } as object as Body),
        update: async (id, { type: _fixed, ...body }, options) => client.features.update(id, body, options),
        get: async (id) => client.features.get(id).answer(),
        setArchived: null,
      };
  }
}

interface Answered<Result> extends PromiseLike<Result> {
  answer(): Promise<{ readonly result: Result; readonly etag: string | null }>;
}

interface ArchivableApi {
  create(body: Body, options?: RequestOptions): PromiseLike<{ readonly id: string }>;
  update(id: string, body: Body, options?: RequestOptions): PromiseLike<{ readonly id: string }>;
  get(id: string): Answered<object>;
  archive(id: string): PromiseLike<unknown>;
  unarchive(id: string): PromiseLike<unknown>;
}

function archivable(api: ArchivableApi): SectionCalls {
  return {
    create: async (body, key) => api.create(body as object as Body, { headers: { "Catalog-Key": key } }),
    update: async (id, body, options) => api.update(id, body as object as Body, options),
    get: async (id) => api.get(id).answer(),
    setArchived: async (id, isArchived) => (isArchived ? api.archive(id) : api.unarchive(id)),
  };
}

/** The bundle with the IDs of its prices, as `readServer` keeps it. */
async function getBundle(client: Client, id: string): Promise<{ result: object; etag: string | null }> {
  const { result, etag } = await client.priceBundles.get(id).answer();
  const { prices, ...bundle } = result;
  return { result: { ...bundle, priceIds: prices.map((price) => price.id) }, etag };
}

/** The body of a complete entry. What the entry lacks is null, so that a change clears it. */
export function bodyOf(section: Section, entry: JsonObject, idOf: Resolve): JsonObject {
  const members = Object.entries(SHAPES[section].members).flatMap(
    ([name, { shape, wire = name }]): [string, Json][] => {
      if (name === "archived" || isOtherModel(section, name, entry)) return [];
      const value = entry[name] ?? null;
      return [[wire, value === null ? null : toWire(shape, value, idOf)]];
    },
  );
  const type = section === "prices" ? priceTypeOf(entry) : undefined;
  return { ...Object.fromEntries(members), ...(type === undefined ? {} : { type }) };
}

function isOtherModel(section: Section, name: string, entry: JsonObject): boolean {
  return (
    section === "prices" && entry[name] === undefined && priceTypes.some((type) => pricingModelMember(type) === name)
  );
}
