import { readFile } from "node:fs/promises";
import { type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";

// R-CAT-2: a price that was negotiated for one contract does not become a price of the catalog.

let story: Story;
let productId: string;
let catalogPrice: string;

beforeAll(async () => {
  story = await scenario({ start: "2024-01-31" });
  catalogPrice = await story.fixed("Base", "35.00");
  productId = String((await story.api.get(`/prices/${catalogPrice}`))["productId"]);
});

const newPrice = (value: string) => ({ productId, fixedPricingModel: { units: 1, pricePerUnit: { value } } });

type Filter = { readonly field: string; readonly operator: string; readonly value: unknown };

async function list(filters: readonly Filter[], query = ""): Promise<Json[]> {
  const written = encodeURIComponent(
    JSON.stringify([{ field: "productId", operator: "eq", value: productId }, ...filters]),
  );
  return (await story.api.get<{ items: Json[] }>(`/prices?limit=100&filters=${written}${query}`)).items;
}

const inCatalog: Filter = { field: "subscriptionId", operator: "exists", value: false };
const negotiated: Filter = { ...inCatalog, value: true };

/** The price IDs that the newest version of a subscription sells. */
async function soldBy(id: string): Promise<string[]> {
  const { versions } = await story.api.get<{ versions: { priceGroups: { priceIds: string[] }[] }[] }>(
    `/subscriptions/${id}/versions`,
  );
  return versions.at(-1)!.priceGroups.flatMap(({ priceIds }) => priceIds);
}

test("prices written in a subscription, its versions and its changes are listed only as contract prices", async () => {
  const terms = { accountId: story.accountId, priceGroups: [{ newPrices: [newPrice("31.00")] }] };
  const { id } = await story.api.post("/subscriptions", terms);
  const [written = ""] = await soldBy(id);
  await story.api.post(`/subscriptions/${id}/activate`);
  await story.api.post(`/subscriptions/${id}/versions`, {
    startDate: "2024-03-31",
    priceGroups: [{ newPrices: [newPrice("32.00")] }],
  });
  const [ofVersion = ""] = await soldBy(id);
  const change = { update: [{ priceId: written, newPrice: newPrice("33.00") }], add: [{ newPrice: newPrice("1.00") }] };
  const version = await story.api.post<{ priceGroups: { priceIds: string[] }[] }>(
    `/subscriptions/${id}/changes`,
    change,
  );
  const changed = version.priceGroups.flatMap(({ priceIds }) => priceIds);
  const own = [written, ofVersion, ...changed];
  expect(new Set(own).size).toBe(4);

  const ids = (rows: readonly Json[]) => rows.map((row) => row.id).toSorted();
  expect(ids(await list([inCatalog]))).toEqual([catalogPrice]);
  expect(ids(await list([negotiated]))).toEqual(own.toSorted());
  expect(ids(await list([{ field: "subscriptionId", operator: "eq", value: id }]))).toEqual(own.toSorted());

  // The plain list is as before: all prices, without the new member.
  const plain = await list([]);
  expect(ids(plain)).toEqual([catalogPrice, ...own].toSorted());
  expect(plain.filter((row) => "subscriptionId" in row)).toEqual([]);
  expect(await list([], "&include=subscription")).toEqual(
    plain.map((row) => ({ ...row, subscriptionId: row.id === catalogPrice ? null : id })),
  );
  expect(await story.api.get(`/prices/${written}`)).toEqual(plain.find((row) => row.id === written));
});

test("an update of a contract price keeps it one, and prices of bundles belong to the catalog", async () => {
  const terms = { accountId: story.accountId, priceGroups: [{ newPrices: [newPrice("41.00")] }] };
  const { id } = await story.api.post("/subscriptions", terms);
  const [priceId = ""] = await soldBy(id);
  await story.api.patch(`/prices/${priceId}`, { fixedPricingModel: { units: 2, pricePerUnit: { value: "20.00" } } });
  const [kept] = await list([{ field: "id", operator: "eq", value: priceId }], "&include=subscription");
  expect(kept).toMatchObject({ subscriptionId: id });
  const before = (await list([inCatalog])).length;
  await story.api.post("/price-bundles", { name: "Starter", prices: [newPrice("5.00")] });
  expect(await list([inCatalog])).toHaveLength(before + 1);
});

test("a preview leaves no price, and a deleted draft leaves its prices as contract prices", async () => {
  const terms = { accountId: story.accountId, priceGroups: [{ newPrices: [newPrice("51.00")] }] };
  const before = await list([]);
  await story.api.post("/subscriptions/preview", terms);
  expect(await list([])).toEqual(before);
  const { id } = await story.api.post("/subscriptions", terms);
  await story.api.request("DELETE", `/subscriptions/${id}`);
  const left = await list([{ field: "subscriptionId", operator: "eq", value: id }]);
  expect(left).toHaveLength(1);
});

const MIGRATION = new URL("../../../storage/migrations/0088_contract_prices.sql", import.meta.url);

test("the upgrade finds contract prices in the audit log, and no price that something else sells", async () => {
  const draft = async (prices: object) => {
    const { id } = await story.api.post("/subscriptions", { accountId: story.accountId, priceGroups: [prices] });
    return { id, priceId: (await soldBy(id))[0] ?? "" };
  };
  const own = await draft({ newPrices: [newPrice("61.00")] });
  const shared = await draft({ newPrices: [newPrice("62.00")] });
  await draft({ priceIds: [shared.priceId] });
  const planned = await draft({ newPrices: [newPrice("63.00")] });
  await story.api.post("/plans", { name: "Plan", currency: "USD", priceGroups: [{ priceIds: [planned.priceId] }] });
  const bundled = await draft({ newPrices: [newPrice("64.00")] });
  await story.api.post("/price-bundles", { name: "Bundle", priceIds: [bundled.priceId] });
  // A client may send the same request ID twice.
  const headers = { "X-Request-Id": "batch-7" };
  const apart = await story.api.request("POST", "/prices", { body: newPrice("65.00"), headers });
  const body = { accountId: story.accountId, priceGroups: [{ priceIds: [apart.body.id] }] };
  await story.api.request("POST", "/subscriptions", { body, headers });

  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  try {
    await owner.query("update price set subscription_id = null");
    const migration = await readFile(MIGRATION, "utf8");
    await owner.query(migration.slice(migration.indexOf("with made as")));
    const ids = [own.priceId, shared.priceId, planned.priceId, bundled.priceId, apart.body.id, catalogPrice];
    const { rows } = await owner.query<{ id: string; subscription_id: string | null }>(
      "select id, subscription_id from price where id = any($1)",
      [ids],
    );
    const found = new Map(rows.map((row) => [row.id, row.subscription_id]));
    expect(ids.map((id) => found.get(id))).toEqual([own.id, null, null, null, null, null]);
  } finally {
    await owner.end();
  }
});
