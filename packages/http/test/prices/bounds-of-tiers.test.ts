import { type Api, environment, type Json } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

// R-API-1: bounds of tiers and units are JSON numbers in every response, so values that JSON cannot represent exactly
// are refused.

const LARGEST = Number.MAX_SAFE_INTEGER;
let api: Api;
let calls: string;
let seats: string;

beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization({ defaultCurrency: "EUR", graceHours: 0 }));
  const metric = await api.post("/metrics", { name: "Calls", eventName: "call", aggregation: { method: "count" } });
  calls = (await api.post("/products", { name: "Calls", feeType: "metered", metricIds: [metric.id] })).id;
  seats = (await api.post("/products", { name: "Seats", feeType: "fixed" })).id;
});

const money = (value: string) => ({ value });
const tiersTo = (bound: number | string) => [
  { minUnits: 0, maxUnits: bound, pricePerUnit: money("1") },
  { minUnits: bound, maxUnits: null, pricePerUnit: money("0.5") },
];

test.each([2 ** 53, "9007199254740992", "90071992547409931", "1000000000000000000000", "0.12345678901234567"])(
  "refuses %s by name wherever units are sent",
  async (bound) => {
    const tiers = tiersTo(bound);
    const refusalOf = async (productId: string, model: object) => {
      const answer = await api.request("POST", "/prices", { body: { productId, ...model } });
      expect(JSON.stringify(answer.body["errors"])).toContain(String(LARGEST));
      return faultsOf(answer);
    };
    expect(await refusalOf(calls, { tieredPricingModel: { tiers } })).toEqual({
      "/tieredPricingModel/tiers/0/maxUnits": "out_of_range",
      "/tieredPricingModel/tiers/1/minUnits": "out_of_range",
    });
    expect(await refusalOf(seats, { fixedPricingModel: { units: bound, pricePerUnit: money("1") } })).toEqual({
      "/fixedPricingModel/units": "out_of_range",
    });
    const packagePricingModel = { packageSize: bound, includedUnits: bound, pricePerPackage: money("1") };
    expect(await refusalOf(calls, { packagePricingModel })).toEqual({
      "/packagePricingModel/packageSize": "out_of_range",
      "/packagePricingModel/includedUnits": "out_of_range",
    });
  },
);

/** Every value of the fields that contain units, anywhere in a response. */
function unitsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(unitsIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    /^(minUnits|maxUnits|units|packageSize|includedUnits)$/.test(name) ? [inner] : unitsIn(inner),
  );
}

test.each([LARGEST, String(LARGEST), "1000000.5", "2500"])("%s is a JSON number in every response", async (bound) => {
  const tiers = tiersTo(bound);
  const price = await api.post("/prices", { productId: calls, tieredPricingModel: { tiers } });
  const bundle = await api.post("/price-bundles", { name: "Large", priceIds: [price.id] });
  const account = await api.post("/accounts", { name: "Acme" });
  const priceGroups = [{ priceIds: [price.id] }];
  const subscription = await api.post("/subscriptions", { accountId: account.id, priceGroups });
  const activated = await api.post(`/subscriptions/${subscription.id}/activate`);
  const previewed = await api.post("/prices/preview", { prices: [{ priceId: price.id }], quantities: ["1"] });
  const list = await api.get<{ items: Json[] }>("/prices?limit=100");
  for (const answer of [price, bundle, await api.get(`/price-bundles/${bundle.id}`), activated, previewed, list]) {
    const found = unitsIn(answer);
    expect(found).toContain(Number(bound));
    for (const one of found) expect([typeof one, one === null]).not.toEqual(["string", false]);
  }
});
