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
