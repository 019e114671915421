import { priceTypes, pricingModelMember } from "@counterfoil/engine";
import { type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";
import { modelsWith } from "./pricing-models.ts";

interface Preview {
  readonly prices: readonly {
    priceId: string | null;
    type: string;
    currency: string;
    points: readonly { quantity: string; amount: string; unitPrice: string | null; tier: object | null }[];
  }[];
}

let api: Api;
let priceId: string;
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization({ defaultCurrency: "JPY" }));
  const metric = { name: "Calls", eventName: "call", aggregation: { method: "count" } };
  const metricIds = [(await api.post("/metrics", metric)).id];
  const product = await api.post("/products", { name: "Calls", feeType: "metered", metricIds });
  const unitPricingModel = { pricePerUnit: { value: "0.30" } };
  priceId = (await api.post("/prices", { productId: product.id, currency: "EUR", unitPricingModel })).id;
});

const preview = (body: object) => api.post<Preview>("/prices/preview", body);
const thought = { unitPricingModel: { pricePerUnit: { value: "0.30" } } };

test("previews an existing and a hypothetical price at the same quantities (R-UI-1)", async () => {
  const { prices } = await preview({ prices: [{ priceId }, thought], quantities: ["0", "5"] });
  const points = (amounts: string[]) => [
    { quantity: "0", amount: amounts[0], unitPrice: null, tier: null, notes: [] },
    { quantity: "5", amount: amounts[1], unitPrice: "0.3", tier: null, notes: [] },
  ];
  expect(prices).toEqual([
    { priceId, type: "unit", currency: "EUR", points: points(["0.00", "1.50"]) },
    { priceId: null, type: "unit", currency: "JPY", points: points(["0", "2"]) }, // 1.5 yen are rounded away from zero
  ]);
});

test("spaces quantities evenly between both ends, with as many decimals as the ends have, without duplicates", async () => {
  const quantities = async (ends: object) => {
    const { prices } = await preview({ prices: [thought], ...ends });
    return prices[0]?.points.map(({ quantity }) => quantity);
  };
  expect(await quantities({ from: "0", to: "1000", steps: 5 })).toEqual(["0", "250", "500", "750", "1000"]);
  expect(await quantities({ from: "0", to: "3", steps: 9 })).toEqual(["0", "1", "2", "3"]);
  expect(await quantities({ from: "0.0", to: "1", steps: 3 })).toEqual(["0", "0.5", "1"]);
  expect(await quantities({ from: "0", to: "100000" })).toHaveLength(50);
});

test.each(priceTypes)(
  "previews a %s model at a quantity, with defaults for what its type needs (R-RATE-2)",
  async (type) => {
    const { prices } = await preview({
      prices: [{ type, [pricingModelMember(type)]: modelsWith("met_1")[type] }],
      quantities: ["7"],
    });
    expect(prices).toMatchObject([{ type, points: [{ quantity: "7", amount: expect.stringMatching(/^\d+$/) }] }]);
  },
);

test("refuses unknown prices, wrong models and invalid quantities by name", async () => {
  const wrong = [
    { priceId: "price_none" },
    { priceId, ...thought },
    {},
    { unitPricingModel: { pricePerUnit: { value: "x" } } },
  ];
  const refused = async (body: object) =>
    Object.entries(faultsOf(await api.request("POST", "/prices/preview", { body }))).map((fault) => fault.join(" "));
  expect(await refused({ prices: wrong.slice(0, 3), quantities: ["1"] })).toEqual([
    "/prices/0/priceId unknown_price",
    "/prices/1/priceId both_given",
    "/prices/2/type required",
  ]);
  expect(await refused({ prices: [wrong[3]], quantities: ["1"] })).toEqual([
    "/prices/0/unitPricingModel/pricePerUnit/value invalid_decimal",
  ]);
  const prices = [thought];
  expect(await refused({ prices })).toEqual(["/quantities required"]);
  expect(await refused({ prices, from: "0" })).toEqual(["/quantities required"]);
  expect(await refused({ prices, quantities: ["1"], from: "0", to: "1" })).toEqual(["/quantities both_given"]);
  expect(await refused({ prices, from: "5", to: "5" })).toEqual(["/to out_of_range"]);
  expect(await refused({ prices, quantities: ["1"], quantityPerEvent: "0" })).toEqual([
    "/quantityPerEvent out_of_range",
  ]);
});
