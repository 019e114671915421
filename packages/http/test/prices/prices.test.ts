import { priceTypes, pricingModelMember } from "@counterfoil/engine";
import { type Api, environment } from "@counterfoil/testkit/scenario";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";
import { modelsWith } from "./pricing-models.ts";

let api: Api;
let metricId: string;
let seatsId: string;
let callsId: string;
let setupId: string;
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization({ defaultCurrency: "EUR", timezone: "Europe/Berlin" }));
  const metric = { name: "Calls", eventName: "call", aggregation: { method: "sum", field: "calls" } };
  metricId = (await api.post("/metrics", metric)).id;
  seatsId = (await api.post("/products", { name: "Seats", feeType: "fixed" })).id;
  callsId = (await api.post("/products", { name: "Calls", feeType: "metered", metricIds: [metricId] })).id;
  setupId = (await api.post("/products", { name: "Setup", feeType: "fixed", billingFrequency: "one-off" })).id;
});

const unit = (value: string) => ({ unitPricingModel: { pricePerUnit: { value } } });
const fixed = (value: string) => ({ fixedPricingModel: { pricePerUnit: { value }, units: 1 } });

test("a price has every field, its own model, and no other (R-API-1)", async () => {
  const created = await api.post("/prices", { productId: callsId, ...unit("0.10") });
  expect(created).toEqual({
    id: expect.stringMatching(/^price_/),
    type: "unit",
    productId: callsId,
    metricIds: [metricId],
    billingInterval: "monthly",
    currency: "EUR",
    unitPricingModel: { pricePerUnit: { value: "0.10" } },
    discount: null,
    trialPeriodDays: null,
    minimumSpend: null,
    maximumSpend: null,
    taxRateIds: [],
    replacesPriceId: null,
    replacedByPriceId: null,
    archivedAt: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect(await api.get(`/prices/${created.id}`)).toEqual(created);
});

test.each(priceTypes)("a %s model is read as it was written, byte for byte (R-RATE-2)", async (type) => {
  const model = modelsWith(metricId)[type];
  const member = pricingModelMember(type);
  const productId = type === "fixed" ? seatsId : callsId;
  const created = await api.post("/prices", { productId, type, [member]: model });
  const read = await api.get(`/prices/${created.id}`);
  expect(JSON.stringify(read[member])).toBe(JSON.stringify(model));
  expect(Object.keys(read).filter((name) => name.endsWith("PricingModel"))).toEqual([member]);
  expect(read["metricIds"]).toEqual(type === "fixed" ? [] : [metricId]);
  const { id, archivedAt: _archived, createdAt: _createdAt, updatedAt: _updatedAt, ...shown } = read;
  const { replacesPriceId: _old, replacedByPriceId: _new, ...writable } = shown;
  const again = await api.post("/prices", writable);
  expect(again).toEqual({ ...read, id: again.id, createdAt: again["createdAt"], updatedAt: again["updatedAt"] });
  expect(again.id).not.toBe(id);
});

test("any plain decimal keeps its digits from the request through PostgreSQL to the response", async () => {
  const digits = fc.stringMatching(/^(0|[1-9]\d{0,20})(\.\d{1,20})?$/);
  await fc.assert(
    fc.asyncProperty(digits, async (value) => {
      const created = await api.post("/prices", { productId: callsId, ...unit(value) });
      const read = await api.get(`/prices/${created.id}`);
      expect(read).toMatchObject(unit(value));
    }),
    { numRuns: 25 },
  );
});

test('a price names its product by ID or as {"Type": id} (R-API-1)', async () => {
  const created = await api.post("/prices", { productId: { Type: seatsId }, ...fixed("10.00") });
  expect(created["productId"]).toBe(seatsId);
  const wrong = await api.request("POST", "/prices", { body: { productId: { Type: "prod_none" }, ...fixed("10") } });
  expect(faultsOf(wrong)).toEqual({ "/productId": "unknown_product" });
});

test("a one-off price has no interval, a recurring one has", async () => {
  expect(await api.post("/prices", { productId: setupId, ...fixed("250") })).toMatchObject({ billingInterval: null });
  const one = { productId: setupId, ...fixed("250"), billingInterval: "monthly" };
  expect(faultsOf(await api.request("POST", "/prices", { body: one }))).toEqual({
    "/billingInterval": "not_for_one_off",
  });
  const recurring = { productId: seatsId, ...fixed("250"), billingInterval: null };
  expect(faultsOf(await api.request("POST", "/prices", { body: recurring }))).toEqual({
    "/billingInterval": "required",
  });
});

test("the type and the models must match", async () => {
  const faults = async (body: object) =>
    faultsOf(await api.request("POST", "/prices", { body: { productId: callsId, ...body } }));
  expect(await faults({})).toEqual({ "/type": "required" });
  expect(await faults({ type: "tiered" })).toEqual({ "/tieredPricingModel": "required" });
  expect(await faults({ type: "tiered", ...unit("1") })).toEqual({
    "/tieredPricingModel": "required",
    "/unitPricingModel": "not_of_this_type",
  });
  expect(await faults({ ...unit("1"), ...fixed("1") })).toEqual({
    "/unitPricingModel": "several_models",
    "/fixedPricingModel": "several_models",
  });
  expect(await faults({ type: "free" })).toEqual({ "/type": "not_allowed" });
});

test("names everything that is wrong with a price at once, inside and outside its model (R-API-4)", async () => {
  const tiers = [
    { minUnits: 0, maxUnits: 10, pricePerUnit: { value: "-1" } },
    { minUnits: 12, maxUnits: 20, pricePerUnit: { value: "1e3" }, more: 1 },
  ];
  const answer = await api.request("POST", "/prices", {
    body: {
      productId: seatsId,
      type: "graduated_tiered",
      graduatedTieredPricingModel: { tiers },
      currency: "XXY",
      metricIds: ["metric_none"],
      billingInterval: null,
      discount: { discountType: "percentage", amount: { value: "101" }, periodLength: 3 },
      minimumSpend: { amount: { value: "100" }, period: "monthly" },
      maximumSpend: { amount: { value: "99.99" }, period: "monthly" },
    },
  });
  expect(answer.status).toBe(422);
  expect(faultsOf(answer)).toEqual({
    "/productId": "product_not_metered",
    "/graduatedTieredPricingModel/tiers/0/pricePerUnit/value": "negative",
    "/graduatedTieredPricingModel/tiers/1/minUnits": "tier_gap",
    "/graduatedTieredPricingModel/tiers/1/maxUnits": "tier_not_open",
    "/graduatedTieredPricingModel/tiers/1/pricePerUnit/value": "invalid_decimal",
    "/graduatedTieredPricingModel/tiers/1/more": "unknown_member",
    "/metricIds/0": "unknown_metric",
    "/currency": "unknown_currency",
    "/billingInterval": "required",
    "/discount/amount/value": "above_hundred",
    "/discount/periodType": "required",
    "/maximumSpend/amount/value": "below_minimum",
  });
});

test("a fixed price has no metrics, and an expression has the ones that it names (R-RATE-4)", async () => {
  const onFixed = await api.request("POST", "/prices", {
    body: { productId: seatsId, ...fixed("1"), metricIds: [metricId] },
  });
  expect(faultsOf(onFixed)).toEqual({ "/metricIds": "not_for_fixed" });
  const other = await api.post("/metrics", { name: "Other", eventName: "o", aggregation: { method: "count" } });
  const expressionPricingModel = modelsWith(metricId).expression;
  const onExpression = await api.request("POST", "/prices", {
    body: { productId: callsId, expressionPricingModel, metricIds: [other.id] },
  });
  expect(faultsOf(onExpression)).toEqual({ "/metricIds": "other_metrics" });
});

test("keeps the terms of a price as written; a date is the start of that local day (R-SUB-4)", async () => {
  const terms = {
    trialPeriodDays: 14,
    minimumSpend: { amount: { value: "10.00" }, period: "monthly" },
    maximumSpend: { amount: { value: "500.0" }, period: "yearly" },
  };
  const discount = { discountType: "percentage", amount: { value: "20.0" }, periodLength: 3, periodType: "months" };
  const created = await api.post("/prices", {
    productId: callsId,
    ...unit("0.02"),
    ...terms,
    discount: { ...discount, endDate: "2027-01-31" },
  });
  // Midnight in Berlin in winter is 23:00 the day before.
  expect(created).toMatchObject({ ...terms, discount: { ...discount, endDate: "2027-01-30T23:00:00.000Z" } });
});

test("merges a change; a new model replaces the type and the metrics (R-API-6)", async () => {
  const created = await api.post("/prices", { productId: callsId, ...unit("0.02"), trialPeriodDays: 3 });
  const path = `/prices/${created.id}`;
  const cheaper = await api.patch(path, { ...unit("0.010"), trialPeriodDays: null });
  expect(cheaper).toEqual({ ...created, ...unit("0.010"), trialPeriodDays: null, updatedAt: cheaper["updatedAt"] });
  const flat = await api.patch(path, { fixedPricingModel: { pricePerUnit: { value: "5" }, units: 2 } });
  expect(flat).toMatchObject({ type: "fixed", metricIds: [], fixedPricingModel: { total: { value: "10" } } });
  expect(flat).not.toHaveProperty("unitPricingModel");
  expect(await api.patch(path, unit("1"))).toMatchObject({ type: "unit", metricIds: [metricId] });
  const wrong = await api.request("PATCH", path, { body: { type: "tiered", currency: "XXY" } });
  expect(faultsOf(wrong)).toEqual({ "/tieredPricingModel": "required", "/currency": "unknown_currency" });
});

test("a price in a bundle keeps its currency", async () => {
  const price = await api.post("/prices", { productId: seatsId, ...fixed("10") });
  await api.post("/price-bundles", { name: "Start", priceIds: [price.id] });
  const answer = await api.request("PATCH", `/prices/${price.id}`, { body: { currency: "USD" } });
  expect([answer.status, answer.body["code"]]).toEqual([409, "state_conflict"]);
  await api.patch(`/prices/${price.id}`, fixed("11"));
});

test("a subscription creates prices, and names their faults by position (R-SUB-3)", async () => {
  const account = await api.post("/accounts", { name: "Buyer", currency: "EUR" });
  const body = (newPrices: object[]) => ({ accountId: account.id, name: "Contract", priceGroups: [{ newPrices }] });
  const count = async () => (await api.get("/prices?limit=1"))["pageCount"];
  const before = await count();
  const wrong = await api.request("POST", "/subscriptions", {
    body: body([
      { productId: seatsId, ...fixed("1") },
      { productId: seatsId, ...unit("-1") },
    ]),
  });
  expect(faultsOf(wrong)).toEqual({
    "/priceGroups/0/newPrices/1/unitPricingModel/pricePerUnit/value": "negative",
    "/priceGroups/0/newPrices/1/productId": "product_not_metered",
  });
  expect(await count()).toBe(before); // nothing is partly written
  await api.post("/subscriptions", body([{ productId: seatsId, ...fixed("1") }]));
  expect(await count()).toBe((before as number) + 1);
});

test.each(["prepaid_tiered", "prepaid_fixed_tiered", "matrix", "expression"] as const)(
  "a %s price can be created, read and sold",
  async (type) => {
    const model = { [pricingModelMember(type)]: modelsWith(metricId)[type] };
    const price = await api.post("/prices", { productId: callsId, ...model });
    const account = await api.post("/accounts", { name: "Buyer", currency: "EUR" });
    const body = { accountId: account.id, name: "Contract", priceGroups: [{ priceIds: [price.id] }] };
    const answer = await api.request("POST", "/subscriptions", { body });
    expect([answer.status, faultsOf(answer)]).toEqual([201, {}]);
  },
);

test("audits a change of a price with the values before and after (R-AUDIT-1)", async () => {
  const { api: own, id: organizationId } = await (await environment()).createOrganization();
  const product = await own.post("/products", { name: "Seats", feeType: "fixed" });
  const price = await own.post("/prices", { productId: product.id, ...fixed("10") });
  await own.patch(`/prices/${price.id}`, { billingInterval: "yearly" });
  const entries = await (
    await environment()
  ).ports.database.read(organizationId, (tx) =>
    tx.sql("select action, changes from audit_entry where organization_id = $1 and object_id = $2 order by id", [
      organizationId,
      price.id,
    ]),
  );
  expect(entries).toEqual([
    { action: "price.created", changes: expect.objectContaining({ type: { before: null, after: "fixed" } }) },
    { action: "price.updated", changes: { billingInterval: { before: "monthly", after: "yearly" } } },
  ]);
});
