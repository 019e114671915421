import { type Api, environment, type Json } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { createCatalogue } from "../support/catalogue.ts";
import { faultsOf } from "../support/faults.ts";

// R-CAT-1: archived items are not available for new sales; existing subscriptions continue to be billed.

let api: Api;
let accountId: string;

beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization({ graceHours: 0 }));
  accountId = (await api.post("/accounts", { name: "Acme" })).id;
});

const refused = async (method: string, path: string, body: object) => {
  const answer = await api.request(method, path, { body });
  return [answer.status, faultsOf(answer)] as const;
};

/** IDs in a filtered list. */
async function listed(path: string, isArchived: boolean): Promise<string[]> {
  const filters = encodeURIComponent(JSON.stringify([{ field: "archivedAt", operator: "exists", value: isArchived }]));
  return (await api.get<{ items: Json[] }>(`${path}?limit=100&filters=${filters}`)).items.map(({ id }) => id);
}

test.each([
  ["/plans", "planId"],
  ["/price-bundles", "bundleId"],
  ["/prices", "priceId"],
  ["/metrics", "metricId"],
] as const)("%s are archived, found by it, and unarchived", async (path, member) => {
  const { [member]: id } = await createCatalogue(api);
  expect(await api.get(`${path}/${id}`)).toMatchObject({ archivedAt: null });
  const archived = await api.post(`${path}/${id}/archive`);
  expect(archived).toMatchObject({ id, archivedAt: expect.stringMatching(/Z$/) });
  expect(await api.post(`${path}/${id}/archive`)).toEqual(archived);
  expect(await api.get(`${path}/${id}`)).toEqual(archived);
  expect([await listed(path, true), await listed(path, false)]).toEqual([
    expect.arrayContaining([id]),
    expect.not.arrayContaining([id]),
  ]);
  expect(
    await api.patch(`${path}/${id}`, path === "/prices" ? { trialPeriodDays: 3 } : { name: "Renamed" }),
  ).toMatchObject({
    archivedAt: archived["archivedAt"],
  });
  expect(await api.post(`${path}/${id}/unarchive`)).toMatchObject({ id, archivedAt: null });
  const actions = (await api.get<{ items: Json[] }>(`/audit?objectId=${id}`)).items.map(({ action }) => action);
  const kind = path === "/price-bundles" ? "bundle" : path.slice(1, -1);
  expect(actions).toEqual(expect.arrayContaining([`${kind}.archived`, `${kind}.unarchived`]));
  const nothing = await api.request("POST", `${path}/none/archive`);
  expect([nothing.status, nothing.body["code"]]).toEqual([404, "not_found"]);
});

test("nothing archived can be sold again, and what was sold before does not change", async () => {
  const { metricId, productId, priceId, bundleId, planId } = await createCatalogue(api);
  const other = await api.post("/prices", { productId, unitPricingModel: { pricePerUnit: { value: "0.20" } } });
  const running = await api.post("/subscriptions", { accountId, priceGroups: [{ priceIds: [priceId] }] });
  await api.post(`/subscriptions/${running.id}/activate`);
  const draft = await api.post("/subscriptions", { accountId, priceGroups: [{ bundleId }] });
  for (const path of [`/metrics/${metricId}`, `/prices/${priceId}`, `/price-bundles/${bundleId}`, `/plans/${planId}`])
    await api.post(`${path}/archive`);

  const sells = { accountId, priceGroups: [{ priceIds: [priceId] }] };
  const price = { "/priceGroups/0/priceIds/0": "price_archived" };
  expect(await refused("POST", "/subscriptions", sells)).toEqual([422, price]);
  expect(await refused("POST", "/subscriptions/preview", sells)).toEqual([422, price]);
  expect(await refused("POST", "/plans", { name: "New", priceGroups: [{ priceIds: [priceId] }] })).toEqual([
    422,
    price,
  ]);
  expect(await refused("POST", "/price-bundles", { name: "New", priceIds: [priceId] })).toEqual([
    422,
    { "/priceIds/0": "price_archived" },
  ]);
  const bundled = { "/priceGroups/0/bundleId": "bundle_archived" };
  expect(await refused("POST", "/plans", { name: "New", priceGroups: [{ bundleId, priceIds: [other.id] }] })).toEqual([
    422,
    bundled,
  ]);
  expect((await refused("POST", "/subscriptions", { accountId, priceGroups: [{ bundleId }] }))[1]).toMatchObject({
    "/priceGroups/0/bundleId": expect.stringContaining("bundle_archived"),
  });
  expect((await refused("POST", "/subscriptions", { accountId, planId }))[1]).toMatchObject({
    "/planId": expect.stringContaining("plan_archived"),
  });
  expect((await refused("POST", "/quotes", { accountId, quoteTemplateId: planId }))[1]).toMatchObject({
    "/quoteTemplateId": expect.stringContaining("plan_archived"),
  });
  expect((await refused("POST", `/subscriptions/${running.id}/changes`, { planId }))[1]).toMatchObject({
    "/planId": expect.stringContaining("plan_archived"),
  });
  expect(await refused("POST", "/products", { name: "New", feeType: "metered", metricIds: [metricId] })).toEqual([
    422,
    { "/metricIds/0": "metric_archived" },
  ]);
  const unit = { unitPricingModel: { pricePerUnit: { value: "1" } }, metricIds: [metricId] };
  expect(await refused("POST", "/prices", { productId, ...unit })).toEqual([
    422,
    { "/metricIds/0": "metric_archived" },
  ]);

  // Existing users keep the archived items when other things change.
  await api.post("/metrics/" + metricId + "/unarchive");
  const added = await api.post("/prices", { productId, unitPricingModel: { pricePerUnit: { value: "0.30" } } });
  await api.post(`/metrics/${metricId}/archive`);
  await api.post(`/subscriptions/${running.id}/changes`, { add: [{ priceId: added.id }] });
  await api.patch(`/plans/${planId}`, { priceGroups: [{ bundleId, priceIds: [priceId] }] });
  await api.patch(`/price-bundles/${bundleId}`, { priceIds: [priceId, other.id] });
  const { versions } = await api.get<{ versions: Json[] }>(`/subscriptions/${draft.id}/versions`);
  await api.patch(`/subscriptions/${draft.id}/versions/${versions[0]?.id}`, { priceGroups: [{ bundleId }] });
  expect(await api.post(`/subscriptions/${draft.id}/activate`)).toMatchObject({ status: "active" });
  await api.patch(`/products/${productId}`, { name: "Renamed", metricIds: [metricId] });
});
