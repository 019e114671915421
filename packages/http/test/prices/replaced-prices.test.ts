import { type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";
import { sell } from "../support/sell.ts";

let api: Api;
let seatsId: string;
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization({ defaultCurrency: "USD" }));
  seatsId = (await api.post("/products", { name: "Seats", feeType: "fixed" })).id;
});

const fixed = (value: string) => ({ fixedPricingModel: { pricePerUnit: { value }, units: 1 } });
const newPrice = () => api.post("/prices", { productId: seatsId, ...fixed("10"), trialPeriodDays: 7 });

test("a change of a sold price creates a new price, and each names the other (R-CAT-2)", async () => {
  const price = await newPrice();
  await sell(api, price.id);
  const answer = await api.request("PATCH", `/prices/${price.id}`, { body: fixed("12") });
  expect(answer.status).toBe(200);
  const replacing = answer.body;
  expect(replacing).toEqual({
    ...price,
    id: expect.stringMatching(/^price_/),
    fixedPricingModel: { pricePerUnit: { value: "12" }, units: 1, total: { value: "12" } },
    replacesPriceId: price.id,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(replacing["id"]).not.toBe(price.id);
  expect(await api.get(`/prices/${replacing["id"]}`)).toEqual(replacing);
  const old = await api.get(`/prices/${price.id}`);
  expect(old).toEqual({
    ...price,
    replacedByPriceId: replacing["id"],
    archivedAt: expect.any(String),
    updatedAt: old["updatedAt"],
  });
});

test("bundles and plans sell the new price, and contracts and drafts keep the old one (R-CAT-2)", async () => {
  const price = await newPrice();
  const other = await newPrice();
  const bundle = await api.post("/price-bundles", { name: "Start", priceIds: [other.id, price.id] });
  const group = { name: "Subscription", priceIds: [price.id, other.id] };
  const plan = await api.post("/plans", { name: "Team", priceGroups: [group, { name: "Empty" }] });
  const bundled = await api.post("/plans", { name: "Bundled", priceGroups: [{ bundleId: bundle.id }] });
  const subscriptionId = await sell(api, price.id);
  const account = await api.post("/accounts", { name: "Drafting", currency: "USD" });
  const terms = { accountId: account.id, name: "Draft", contractStartDate: "2026-01-01" };
  const draft = await api.post("/subscriptions", { ...terms, priceGroups: [{ priceIds: [price.id] }] });
  const { id } = await api.patch(`/prices/${price.id}`, fixed("12"));
  const inBundle = (await api.get(`/price-bundles/${bundle.id}`))["prices"] as { id: string }[];
  expect(inBundle.map((one) => one.id)).toEqual([other.id, id]);
  const none = { description: null, bundleId: null };
  expect((await api.get(`/plans/${plan.id}`))["priceGroups"]).toEqual([
    { ...group, ...none, priceIds: [id, other.id] },
    { name: "Empty", ...none, priceIds: [] },
  ]);
  expect((await api.get(`/plans/${bundled.id}`))["priceGroups"]).toEqual([
    { ...none, name: "Start", bundleId: bundle.id, priceIds: [other.id, id] },
  ]);
  for (const one of [subscriptionId, draft.id]) {
    const { versions } = await api.get(`/subscriptions/${one}/versions`);
    expect((versions as { priceGroups: { priceIds: string[] }[] }[])[0]?.priceGroups[0]?.priceIds).toEqual([price.id]);
  }
  await api.post(`/subscriptions/${draft.id}/activate`);
  const names = ({ body }: { body: object }) => (body as { items: { id: string }[] }).items.map((one) => one.id);
  const payingFor = async (value: string) =>
    names(
      await api.request(
        "GET",
        `/subscriptions?filters=${JSON.stringify([{ field: "priceIds", operator: "eq", value }])}`,
      ),
    );
  expect(await payingFor(price.id)).toEqual([subscriptionId, draft.id]);
  expect(await payingFor(id)).toEqual([]);
});

test("a change that changes nothing creates no price, and a replaced price cannot change again", async () => {
  const price = await newPrice();
  await sell(api, price.id);
  expect(await api.patch(`/prices/${price.id}`, fixed("10"))).toEqual(price);
  const { id } = await api.patch(`/prices/${price.id}`, fixed("12"));
  const again = await api.request("PATCH", `/prices/${price.id}`, { body: fixed("14") });
  expect(again).toMatchObject({ status: 409, body: { code: "state_conflict", detail: expect.stringContaining(id) } });
  // The new price is not sold yet, so it changes in place.
  expect(await api.patch(`/prices/${id}`, fixed("13"))).toMatchObject({ id, replacesPriceId: price.id });
});

test("reports the faults of a sold price's change, keeps an offered price's currency, and honors If-Match", async () => {
  const price = await newPrice();
  await sell(api, price.id);
  await api.post("/price-bundles", { name: "Start", priceIds: [price.id] });
  const wrong = await api.request("PATCH", `/prices/${price.id}`, { body: fixed("-1") });
  expect(faultsOf(wrong)).toEqual({ "/fixedPricingModel/pricePerUnit/value": "negative" });
  const other = await api.request("PATCH", `/prices/${price.id}`, { body: { currency: "EUR" } });
  expect([other.status, other.body["code"]]).toEqual([409, "state_conflict"]);
  const headers = { "If-Match": '"other"' };
  const stale = await api.request("PATCH", `/prices/${price.id}`, { body: fixed("12"), headers });
  expect(stale.status).toBe(412);
  expect(await api.get(`/prices/${price.id}`)).toEqual(price);
});

test("the same change sent at once by several clients creates one price", async () => {
  const price = await newPrice();
  await sell(api, price.id);
  const answers = await Promise.all(
    ["11", "12", "13", "14"].map((value) => api.request("PATCH", `/prices/${price.id}`, { body: fixed(value) })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
});

test("the catalog key moves to the new price (R-CAT-4)", async () => {
  const price = await newPrice();
  await sell(api, price.id);
  const key = { objectType: "price", objectId: price.id, key: "seats-usd" };
  await api.request("PUT", "/catalog-keys", { body: { items: [key] } });
  const { id } = await api.patch(`/prices/${price.id}`, fixed("12"));
  expect(await api.get("/catalog-keys?limit=100")).toMatchObject({ items: [{ ...key, objectId: id }] });
});

test("audits the replacement with the bundle and the plan (R-AUDIT-1)", async () => {
  const { api: own, id: organizationId } = await (await environment()).createOrganization({ defaultCurrency: "USD" });
  const product = await own.post("/products", { name: "Seats", feeType: "fixed" });
  const price = await own.post("/prices", { productId: product.id, ...fixed("10") });
  const plan = await own.post("/plans", { name: "Team", priceGroups: [{ priceIds: [price.id] }] });
  await sell(own, price.id);
  const { id } = await own.patch(`/prices/${price.id}`, fixed("12"));
  const rows = await (
    await environment()
  ).ports.database.read(organizationId, (tx) =>
    tx.sql<{ action: string; objectId: string; changes: object }>(
      "select action, object_id, changes from audit_entry where organization_id = $1 order by id desc limit 3",
      [organizationId],
    ),
  );
  expect(rows.map(({ action, objectId }) => [action, objectId])).toEqual([
    ["plan.updated", plan.id],
    ["price.replaced", price.id],
    ["price.created", id],
  ]);
  const priceGroups = (ids: string[]) => [{ name: null, description: null, bundleId: null, priceIds: ids }];
  expect(rows[0]?.changes).toEqual({
    priceGroups: { before: priceGroups([price.id]), after: priceGroups([id]) },
  });
});
