import { type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

let api: Api;
let priceIds: string[];
let bundleId: string;
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
  const productId = (await api.post("/products", { name: "Seats", feeType: "fixed" })).id;
  priceIds = [];
  for (const value of ["10", "20", "30"]) {
    const fixedPricingModel = { pricePerUnit: { value }, units: 1 };
    priceIds.push((await api.post("/prices", { productId, fixedPricingModel })).id);
  }
  const bundle = { name: "Start", description: "Two prices", priceIds: priceIds.slice(0, 2) };
  bundleId = (await api.post("/price-bundles", bundle)).id;
});

const bare = {
  description: null,
  currency: "USD",
  priceGroups: [],
  contractPeriodType: "monthly_rolling",
  contractDuration: null,
  trialPeriodDays: null,
  minimumSpend: null,
  maximumSpend: null,
  discount: null,
  invoicePaymentTerms: null,
  autoRenew: false,
  renewalPeriodType: null,
  renewalDuration: null,
  entitlements: [],
  archivedAt: null,
};

test("the list of plans shows six fields, at /plans and at /plans/ (R-API-1)", async () => {
  const created = await api.post("/plans", { name: "Free" });
  expect(created).toEqual({
    id: expect.stringMatching(/^plan_/),
    name: "Free",
    ...bare,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const listed = await api.get<{ items: object[] }>("/plans/");
  expect(listed).toEqual(await api.get("/plans"));
  expect(listed).toEqual({ items: expect.any(Array), pageCount: 1, limit: 10 });
  expect(Object.keys(listed.items[0]!).toSorted()).toEqual([
    "createdAt",
    "currency",
    "description",
    "id",
    "name",
    "updatedAt",
  ]);
});

test("a plan contains the initial terms of a subscription, and its groups default to their bundle (R-CAT-3)", async () => {
  const terms = {
    name: "Pro",
    contractPeriodType: "fixed",
    contractDuration: 12,
    trialPeriodDays: 14,
    minimumSpend: { amount: "100.00", period: "month" },
    maximumSpend: { amount: "900.0", period: "month" },
    discount: {
      discountType: "percentage",
      amount: "10",
      durationType: "fixed",
      durationValue: 3,
      durationUnit: "months",
    },
    invoicePaymentTerms: "net_15",
    autoRenew: true,
    renewalPeriodType: "fixed",
    renewalDuration: 12,
  };
  const created = await api.post("/plans", {
    ...terms,
    priceGroups: [{ bundleId }, { name: "Extras", priceIds: [priceIds[2]] }],
  });
  const start = { name: "Start", description: "Two prices", bundleId, priceIds: priceIds.slice(0, 2) };
  const extras = { name: "Extras", description: null, bundleId: null, priceIds: [priceIds[2]] };
  expect(created).toMatchObject({ ...terms, priceGroups: [start, extras] });
  expect(await api.get(`/plans/${created.id}`)).toEqual(created);
});

test("a subscription created from a plan sells its prices in its groups (R-SUB-3)", async () => {
  const plan = await api.post("/plans", { name: "Pro", priceGroups: [{ bundleId }], trialPeriodDays: 7 });
  const account = await api.post("/accounts", { name: "Buyer" });
  const subscription = await api.post("/subscriptions", { accountId: account.id, planId: plan.id });
  expect(subscription).toMatchObject({ planId: plan.id, trialPeriodDays: 7, currency: "USD" });
  expect(await api.get(`/subscriptions/${subscription.id}/versions`)).toMatchObject({
    versions: [{ status: "draft", priceGroups: [{ bundleId, priceIds: priceIds.slice(0, 2) }] }],
  });
});

test("names each wrong field of a plan (R-API-4)", async () => {
  const answer = await api.request("POST", "/plans", {
    body: {
      name: "Wrong",
      currency: "EUR",
      priceGroups: [{ bundleId: "bun_none" }, { priceIds: [priceIds[0], priceIds[0], "price_none"] }],
      contractPeriodType: "fixed",
      renewalDuration: 3,
      minimumSpend: { amount: "-1", period: "month" },
      discount: { discountType: "percentage", amount: "101", durationType: "fixed" },
    },
  });
  expect(answer.status).toBe(422);
  expect(faultsOf(answer)).toEqual({
    "/priceGroups/0/bundleId": "unknown_bundle",
    "/priceGroups/1/priceIds/0": "other_currency",
    "/priceGroups/1/priceIds/1": "repeated_price",
    "/priceGroups/1/priceIds/2": "unknown_price",
    "/contractDuration": "required_for_fixed",
    "/renewalDuration": "only_for_fixed",
    "/minimumSpend/amount": "negative",
    "/discount/amount": "above_hundred",
    "/discount/durationValue": "required",
    "/discount/durationUnit": "required",
  });
});

test("merges a change, and validates what stays together with what is new (R-API-6)", async () => {
  const created = await api.post("/plans", {
    name: "Pro",
    description: "For all",
    priceGroups: [{ priceIds }],
    contractPeriodType: "fixed",
    contractDuration: 12,
  });
  const path = `/plans/${created.id}`;
  const rolling = { contractPeriodType: "monthly_rolling", contractDuration: null, description: null };
  const changed = await api.patch(path, rolling);
  expect(changed).toEqual({ ...created, ...rolling, updatedAt: changed["updatedAt"] });
  expect(faultsOf(await api.request("PATCH", path, { body: { currency: "EUR" } }))).toEqual({
    "/priceGroups/0/priceIds/0": "other_currency",
    "/priceGroups/0/priceIds/1": "other_currency",
    "/priceGroups/0/priceIds/2": "other_currency",
  });
});
