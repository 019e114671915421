import { type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

let api: Api;
let seatsId: string;
let priceId: string;
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
  seatsId = (await api.post("/products", { name: "Seats", feeType: "fixed", description: "Places" })).id;
  priceId = (await api.post("/prices", { productId: seatsId, ...fixed("10.00") })).id;
});

const fixed = (value: string) => ({ fixedPricingModel: { pricePerUnit: { value }, units: 1 } });

test("a bundle shows its prices with the product instead of its ID (R-API-1)", async () => {
  const created = await api.post("/price-bundles", { name: "Start", priceIds: [priceId] });
  const {
    productId: _id,
    replacesPriceId: _old,
    replacedByPriceId: _new,
    ...price
  } = await api.get(`/prices/${priceId}`);
  const product = {
    id: seatsId,
    name: "Seats",
    description: "Places",
    billingFrequency: "recurring",
    paymentTerms: "advance",
    pricingModelType: "fixed",
  };
  expect(created).toEqual({
    id: expect.stringMatching(/^bun_/),
    name: "Start",
    description: null,
    prices: [{ ...price, product }],
    archivedAt: null,
  });
  expect(await api.get(`/price-bundles/${created.id}`)).toEqual(created);
  const listed = await api.get<{ items: unknown[] }>("/price-bundles?limit=100");
  expect(Object.keys(listed).toSorted()).toEqual(["items", "limit", "pageCount"]);
  expect(listed.items).toContainEqual(created);
});

test("a bundle takes existing prices and creates new ones, in the given order", async () => {
  const created = await api.post<{ id: string; prices: { id: string }[] }>("/price-bundles", {
    name: "Start",
    prices: [{ productId: seatsId, ...fixed("1") }, { id: priceId }, { productId: seatsId, ...fixed("2") }],
  });
  expect(created.prices).toMatchObject([fixed("1"), { id: priceId }, fixed("2")]);
  const first = await api.get(`/prices/${created.prices[0]!.id}`);
  expect(first["productId"]).toBe(seatsId);
  const changed = await api.patch(`/price-bundles/${created.id}`, { priceIds: [priceId], description: "One" });
  expect(changed).toMatchObject({ name: "Start", description: "One", prices: [{ id: priceId }] });
  expect(await api.patch(`/price-bundles/${created.id}`, { name: "Same" })).toMatchObject({
    prices: [{ id: priceId }],
  });
});

test("names each wrong price of a bundle by its position, and creates nothing (R-API-4)", async () => {
  const inDollars = await api.post("/prices", { productId: seatsId, ...fixed("1"), currency: "EUR" });
  const before = await api.get("/prices?limit=1");
  const answer = await api.request("POST", "/price-bundles", {
    body: {
      name: "Wrong",
      priceIds: [priceId, "price_none", priceId, inDollars.id],
      prices: [
        { id: priceId, currency: "USD" },
        { productId: seatsId, ...fixed("1") },
        { productId: "x", ...fixed("-1") },
      ],
    },
  });
  expect(faultsOf(answer)).toEqual({
    "/priceIds/1": "unknown_price",
    "/priceIds/2": "repeated_price",
    "/priceIds/3": "other_currency",
    "/prices/0/currency": "not_beside_id",
    "/prices/0/id": "repeated_price",
    "/prices/2/productId": "unknown_product",
    "/prices/2/fixedPricingModel/pricePerUnit/value": "negative",
  });
  expect(await api.get("/prices?limit=1")).toEqual(before);
});
