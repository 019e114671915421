import { type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

let api: Api;
let metricId: string;
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
  metricId = (await api.post("/metrics", { name: "Calls", eventName: "call", aggregation: { method: "count" } })).id;
});

test("a fixed product defaults to recurring and in advance, a metered one to arrears (R-CAT-1)", async () => {
  const seats = await api.post("/products", { name: "Seats", feeType: "fixed", unitLabel: "seat" });
  expect(seats).toEqual({
    id: expect.stringMatching(/^prod_/),
    name: "Seats",
    description: null,
    sku: null,
    feeType: "fixed",
    paymentTerms: "advance",
    billingFrequency: "recurring",
    metricIds: [],
    unitLabel: "seat",
    taxCategory: null,
    archivedAt: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const calls = await api.post("/products", { name: "Calls", feeType: "metered", metricIds: [metricId] });
  expect(calls).toMatchObject({ paymentTerms: "arrears", billingFrequency: "recurring", metricIds: [metricId] });
  const setup = await api.post("/products", { name: "Setup", feeType: "fixed", billingFrequency: "one-off" });
  expect(setup).toMatchObject({ billingFrequency: "one-off" });
  expect(await api.get(`/products/${seats.id}`)).toEqual(seats);
});

test("a metered product must be in arrears, recurring, and have a metric; each fault is named (R-CAT-1)", async () => {
  const answer = await api.request("POST", "/products", {
    body: { name: "Wrong", feeType: "metered", paymentTerms: "advance", billingFrequency: "one-off" },
  });
  expect(answer.status).toBe(422);
  expect(faultsOf(answer)).toEqual({
    "/paymentTerms": "metered_in_arrears",
    "/billingFrequency": "metered_recurring",
    "/metricIds": "required_for_metered",
  });
});

test("a fixed product accepts no metrics, and unknown or repeated ones are named by position", async () => {
  const answer = await api.request("POST", "/products", {
    body: { name: "Wrong", feeType: "fixed", metricIds: [metricId, "metric_none", metricId] },
  });
  expect(faultsOf(answer)).toEqual({
    "/metricIds/1": "unknown_metric",
    "/metricIds/2": "repeated_metric",
    "/metricIds": "only_for_metered",
  });
});

test("refuses unknown words and names the allowed ones (R-API-4)", async () => {
  const answer = await api.request("POST", "/products", {
    body: { name: "", feeType: "free", paymentTerms: "later", billingFrequency: "once", archivedAt: null },
  });
  expect(faultsOf(answer)).toEqual({
    "/name": "min_length",
    "/feeType": "not_allowed",
    "/paymentTerms": "not_allowed",
    "/billingFrequency": "not_allowed",
    "/archivedAt": "unknown_member",
  });
});

test("a product with a price keeps its essential fields, and accepts other changes (R-CAT-1)", async () => {
  const product = await api.post("/products", { name: "Seats", feeType: "fixed" });
  const path = `/products/${product.id}`;
  await api.patch(path, { paymentTerms: "arrears" });
  const fixedPricingModel = { pricePerUnit: { value: "10" }, units: 1 };
  await api.post("/prices", { productId: product.id, fixedPricingModel });
  for (const change of [
    { paymentTerms: "advance" },
    { billingFrequency: "one-off" },
    { feeType: "metered", metricIds: [metricId] },
  ]) {
    const answer = await api.request("PATCH", path, { body: change });
    expect([answer.status, answer.body["code"]]).toEqual([409, "state_conflict"]);
  }
  const changed = await api.patch(path, { name: "Places", sku: "S-1", feeType: "fixed" });
  expect(changed).toMatchObject({ name: "Places", sku: "S-1", paymentTerms: "arrears" });
});

test("an archived product accepts no new price until it is unarchived (R-CAT-1)", async () => {
  const product = await api.post("/products", { name: "Old", feeType: "fixed" });
  const archived = await api.post(`/products/${product.id}/archive`);
  expect(archived["archivedAt"]).not.toBeNull();
  expect(await api.post(`/products/${product.id}/archive`)).toEqual(archived);
  const body = { productId: product.id, fixedPricingModel: { pricePerUnit: { value: "1" }, units: 1 } };
  expect(faultsOf(await api.request("POST", "/prices", { body }))).toEqual({ "/productId": "product_archived" });
  expect(await api.post(`/products/${product.id}/unarchive`)).toMatchObject({ archivedAt: null });
  await api.post("/prices", body);
});

test("the products list returns everything in its own wrapper, and pages on request (R-API-2)", async () => {
  const { api: own } = await (await environment()).createOrganization();
  for (let index = 0; index < 12; index += 1) await own.post("/products", { name: `P${index}`, feeType: "fixed" });
  const all = await own.get<{ products: object[] }>("/products");
  expect(Object.keys(all)).toEqual(["products"]);
  expect(all.products).toHaveLength(12);
  expect((await own.get<{ products: object[] }>("/products?page=2")).products).toHaveLength(2);
  expect((await own.get<{ products: object[] }>("/products?limit=5&sort=name:desc")).products[0]).toMatchObject({
    name: "P9",
  });
});
