import type { Client } from "@counterfoil/sdk";
import { isObject, type JsonObject, listIn, textIn } from "./json.ts";
import type { Section } from "./shape.ts";

/** An object of the server, in the form of the API. */
export interface ServerObject {
  readonly section: Section;
  readonly id: string;
  /** The stored key. A feature's key is its own. */
  readonly key: string | null;
  readonly isArchived: boolean;
  readonly wire: JsonObject;
}

/** Everything of an organization that a catalog describes. */
export interface ServerCatalog {
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly isSandbox: boolean;
    readonly timeZone: string;
  };
  readonly objects: Readonly<Record<Section, readonly ServerObject[]>>;
  /** Names of tax rates by ID. */
  readonly taxRates: ReadonlyMap<string, string>;
}

const WHOLE = { limit: 100 } as const;

/** Reads the catalog of a server. Each list is in the order of creation. */
export async function readServer(client: Client): Promise<ServerCatalog> {
  const organization = await client.organization.get();
  const keys = new Map((await client.catalogKeys.list(WHOLE).all()).map(({ objectId, key }) => [objectId, key]));
  const asObjects = (section: Section, wires: readonly object[]) =>
    wires.map((wire) => objectOf(section, wire as JsonObject, keys));
  const listed = await client.plans.list(WHOLE).all();
  const plans: object[] = [];
  for (const { id } of listed) plans.push(await client.plans.get(id));
  const bundles = (await client.priceBundles.list(WHOLE).all()).map(({ prices, ...bundle }) => ({
    ...bundle,
    priceIds: prices.map(({ id }) => id),
  }));
  const objects = {
    metrics: asObjects("metrics", await client.metrics.list(WHOLE).all()),
    products: asObjects("products", await client.products.list(WHOLE).all()),
    features: asObjects("features", await client.features.list(WHOLE).all()),
    prices: asObjects("prices", await readPrices(client, [...bundles, ...plans])),
    bundles: asObjects("bundles", bundles),
    plans: asObjects("plans", plans),
  };
  const taxRates = new Map((await client.taxRates.list(WHOLE).all()).map(({ id, name }) => [id, name]));
  const { id, name, sandbox, timezone } = organization;
  return { organization: { id, name, isSandbox: sandbox, timeZone: timezone }, objects, taxRates };
}

/** Prices of the catalog, and prices of single contracts only if a bundle or a plan contains them. */
async function readPrices(client: Client, offers: readonly object[]): Promise<object[]> {
  const filters = [{ field: "subscriptionId", operator: "exists", value: false }] as const;
  const prices: { id: string }[] = await client.prices.list({ ...WHOLE, filters }).all();
  const known = new Set(prices.map(({ id }) => id));
  for (const id of new Set(offers.flatMap((offer) => priceIdsIn(offer as JsonObject)))) {
    if (!known.has(id)) prices.push(await client.prices.get(id));
  }
  return prices;
}

function priceIdsIn(offer: JsonObject): string[] {
  const groups = [offer, ...listIn(offer["priceGroups"])];
  return groups.flatMap((group) => (isObject(group) ? listIn(group["priceIds"]).map(textIn) : []));
}

function objectOf(section: Section, wire: JsonObject, keys: ReadonlyMap<string, string>): ServerObject {
  const id = textIn(wire["id"]);
  const key = section === "features" ? textIn(wire["key"]) : (keys.get(id) ?? null);
  return { section, id, key, isArchived: (wire["archivedAt"] ?? null) !== null, wire };
}

/** A tax rate by its name, or by its ID if several have the name. */
export function taxRateId({ taxRates }: Pick<ServerCatalog, "taxRates">, named: string): string | undefined {
  const found = [...taxRates].filter(([id, name]) => name === named || id === named);
  return found.length === 1 ? found[0]?.[0] : undefined;
}
