import { type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { type Catalogue, createCatalogue } from "../support/catalogue.ts";
import { faultsOf } from "../support/faults.ts";

let stranger: Api;
let ours: Api;
let theirs: Catalogue;
beforeAll(async () => {
  const running = await environment();
  ({ api: ours } = await running.createOrganization());
  ({ api: stranger } = await running.createOrganization());
  theirs = await createCatalogue(ours);
});

const PATHS = {
  "/metrics": "metricId",
  "/products": "productId",
  "/prices": "priceId",
  "/price-bundles": "bundleId",
  "/plans": "planId",
} as const;

test.each(Object.entries(PATHS))(
  "%s of another organization cannot be read, changed or counted (R-ORG-1)",
  async (path, member) => {
    const body = path === "/prices" ? { trialPeriodDays: 1 } : { name: "taken" };
    const one = `${path}/${theirs[member]}`;
    expect((await ours.request("GET", one)).status).toBe(200);
    expect((await stranger.request("GET", one)).status).toBe(404);
    expect((await stranger.request("PATCH", one, { body })).status).toBe(404);
    const listed = await stranger.get<Record<string, unknown>>(path);
    expect(Object.values(listed)).toContainEqual([]);
    const unknown = await stranger.request("GET", `${path}/${member}_none`);
    expect([unknown.status, unknown.body["code"]]).toEqual([404, "not_found"]);
  },
);

test("another organization's IDs in a write are as unknown as IDs that do not exist (R-ORG-1)", async () => {
  const faults = async (path: string, body: object) => faultsOf(await stranger.request("POST", path, { body }));
  const unit = { unitPricingModel: { pricePerUnit: { value: "1" } } };
  expect(await faults("/products", { name: "P", feeType: "metered", metricIds: [theirs.metricId] })).toEqual({
    "/metricIds/0": "unknown_metric",
  });
  expect(await faults("/prices", { productId: theirs.productId, ...unit })).toEqual({
    "/productId": "unknown_product",
  });
  expect(await faults("/price-bundles", { name: "B", priceIds: [theirs.priceId] })).toEqual({
    "/priceIds/0": "unknown_price",
  });
  const priceGroups = [{ bundleId: theirs.bundleId }, { priceIds: [theirs.priceId] }];
  expect(await faults("/plans", { name: "P", priceGroups })).toEqual({
    "/priceGroups/0/bundleId": "unknown_bundle",
    "/priceGroups/1/priceIds/0": "unknown_price",
  });
});
