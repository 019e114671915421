import { type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

let api: Api;
let stranger: Api;
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
  ({ api: stranger } = await (await environment()).createOrganization());
});

const set = (items: object[], by = api) => by.request("PUT", "/catalog-keys", { body: { items } });
const product = (name: string, by = api) => by.post("/products", { name, feeType: "fixed" });
const keyOf = (objectId: string, key: string | null) => ({ objectType: "product", objectId, key });

test("sets, changes, exchanges and removes keys (R-CAT-4)", async () => {
  const [a, b] = [await product("A"), await product("B")];
  expect((await set([keyOf(a.id, "one"), keyOf(b.id, "two")])).body).toEqual({
    items: [keyOf(a.id, "one"), keyOf(b.id, "two")],
  });
  expect((await set([keyOf(a.id, "two"), keyOf(b.id, "one")])).status).toBe(200);
  expect(await api.get("/catalog-keys")).toEqual({
    items: [keyOf(a.id, "two"), keyOf(b.id, "one")],
    pageCount: 1,
    limit: 10,
  });
  expect((await set([keyOf(a.id, null)])).body).toEqual({ items: [] });
  expect(await api.get("/catalog-keys")).toMatchObject({ items: [keyOf(b.id, "one")] });
});

test("refuses unknown objects, and keys that another object has, all or none", async () => {
  const [a, b, foreign] = [await product("A"), await product("B"), await product("C", stranger)];
  await set([keyOf(a.id, "taken")]);
  const answer = await set([keyOf(b.id, "free"), keyOf(foreign.id, "other"), keyOf(b.id, "again")]);
  expect(answer.status).toBe(422);
  expect(faultsOf(answer)).toEqual({ "/items/1/objectId": "unknown_object", "/items/2/objectId": "repeated_object" });
  expect(faultsOf(await set([keyOf(b.id, "taken")]))).toEqual({ "/items/0/key": "taken" });
  expect(faultsOf(await set([{ objectType: "plan", objectId: a.id, key: "x" }]))).toEqual({
    "/items/0/objectId": "unknown_object",
  });
  const { items } = await api.get("/catalog-keys?limit=100");
  expect((items as { objectId: string }[]).map((one) => one.objectId)).not.toContain(b.id);
  // Another organization may use the same key.
  expect((await set([keyOf(foreign.id, "taken")], stranger)).status).toBe(200);
});

test("refuses a key that is not lowercase words, with a 4xx that names it", async () => {
  const a = await product("A");
  for (const key of ["", "Team", "a b", "a--b", "-a", "ä"]) {
    const answer = await set([keyOf(a.id, key)]);
    expect([answer.status, Object.keys(faultsOf(answer))]).toEqual([answer.status, ["/items/0/key"]]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
  }
});

test("two clients that set the same key at once: one of them gets it", async () => {
  const [a, b] = [await product("A"), await product("B")];
  const answers = await Promise.all([a, b].map(({ id }) => set([keyOf(id, "contested")])));
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 422]);
});

const create = (path: string, body: object, key: string) =>
  api.request("POST", path, { body, headers: { "Catalog-Key": key } });

test("an object gets its key in the transaction that creates it, and one of many creators gets it (R-CAT-4)", async () => {
  const body = { name: "Seats", feeType: "fixed" };
  const count = async () => (await api.get<{ products: object[] }>("/products")).products.length;
  const before = await count();
  const answers = await Promise.all([1, 2, 3, 4].map(() => create("/products", body, "created")));
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([201, 422, 422, 422]);
  const made = answers.find(({ status }) => status === 201)?.body;
  const refused = answers.find(({ status }) => status === 422);
  expect(refused && faultsOf(refused)).toEqual({ "/Catalog-Key": "taken" });
  expect(JSON.stringify(refused?.body)).toContain(String(made?.["id"]));
  expect(await count()).toBe(before + 1);
  const { items } = await api.get("/catalog-keys?limit=100");
  expect(items).toContainEqual(keyOf(String(made?.["id"]), "created"));
});

test("every kind of object takes a key when it is created, and keys of different kinds do not clash", async () => {
  const metric = { name: "Calls", eventName: "call", aggregation: { method: "count" } };
  const made = [
    await create("/metrics", metric, "same"),
    await create("/products", { name: "P", feeType: "fixed" }, "same"),
  ];
  const price = {
    productId: made[1]?.body["id"],
    currency: "EUR",
    fixedPricingModel: { units: 1, pricePerUnit: { value: "1" } },
  };
  made.push(await create("/prices", price, "same"));
  made.push(await create("/price-bundles", { name: "B", priceIds: [made[2]?.body["id"]] }, "same"));
  made.push(await create("/plans", { name: "Plan", currency: "EUR" }, "same"));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  const { items } = await api.get<{ items: { key: string; objectType: string; objectId: string }[] }>(
    "/catalog-keys?limit=100",
  );
  const same = new Map(
    items.filter(({ key }) => key === "same").map(({ objectType, objectId }) => [objectType, objectId]),
  );
  expect(["metric", "product", "price", "bundle", "plan"].map((type) => same.get(type))).toEqual(
    made.map(({ body }) => body["id"]),
  );
});

test("a wrong Catalog-Key is refused with its form, and nothing is created; an empty list of keys sets none", async () => {
  const answer = await create("/products", { name: "Wrong", feeType: "fixed" }, "Team A");
  expect([answer.status, faultsOf(answer)]).toEqual([400, { "/Catalog-Key": "wrong_format" }]);
  expect(JSON.stringify(await api.get("/products"))).not.toContain('"Wrong"');
  expect(await set([])).toMatchObject({ status: 200, body: { items: [] } });
});
