import { type Api, environment, type Json } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { furtherMembers } from "./further-members.ts";
import { departures, listOf, record, type Shape, whole } from "./shape.ts";
import * as tables from "./tables.ts";
import { buildWorld, type World } from "./world.ts";

let api: Api;
let world: World;
/** The response of `POST /subscriptions/{id}/activate`, which can be called only once. */
let activated: Json;

beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
  world = await buildWorld(api);
  activated = await api.post(`/subscriptions/${world.subscriptions.full.id}/activate`);
});

/** A response with exactly the fields of its shape (R-API-1). */
async function expectShape(path: string, shape: Shape): Promise<Json> {
  const body = await api.get(path);
  expect(departures(body, shape, path)).toEqual([]);
  return body;
}

test("the accounts list is {pageCount, data} with complete accounts, and null for unknown values (R-API-1)", async () => {
  const list = await expectShape("/accounts", record({ pageCount: whole, data: listOf(tables.account) }));
  const bare = await expectShape(`/accounts/${world.accounts.bare.id}`, tables.account);
  const full = await expectShape("/accounts/crm-1", tables.account);
  expect(list["data"]).toEqual(expect.arrayContaining([bare, full]));
  expect(bare).toMatchObject({ contacts: [], aliases: [], billingAddress: null, taxId: null, contactName: null });
  expect(full).toMatchObject({ contactName: "Ada Byron", contactEmail: "ada@example.com", taxCountry: "DE" });
});

test("a metric has organizationID, and its filters are groups of conditions", async () => {
  const bare = await expectShape(`/metrics/${world.metrics.bare.id}`, tables.metric);
  const count = { method: "count", field: null };
  expect(bare).toMatchObject({ filters: [], description: null, aggregation: count, groupBy: [] });
  const full = await expectShape(`/metrics/${world.metrics.full.id}`, tables.metric);
  expect(full["filters"]).toEqual([
    { operator: "and", filters: [{ field: "region", operator: "equal", value: "eu" }] },
  ]);
  expect(full["groupBy"]).toEqual(["region"]);
});

test("the products list is {products} and returns every product unless a page is requested (R-API-2)", async () => {
  for (let number = 0; number < 12; number += 1) await api.post("/products", { name: `P${number}`, feeType: "fixed" });
  const list = await expectShape("/products", record({ products: listOf(tables.product) }));
  const products = list["products"] as Json[];
  expect(products).toHaveLength(14);
  expect(products[0]).toMatchObject({
    metricIds: [],
    sku: null,
    paymentTerms: "advance",
    billingFrequency: "recurring",
  });
  expect(products[1]).toMatchObject({ sku: "API-1", paymentTerms: "arrears", metricIds: [world.metrics.full.id] });
});

test("the prices of a bundle have the product and exactly the pricing model of their type, with money as {value}", async () => {
  const shown = await expectShape(`/price-bundles/${world.bundle.id}`, tables.bundle);
  const types = (shown["prices"] as Json[]).map((price) => price["type"]);
  expect(types).toEqual(world.prices.map((price) => price["type"]));
  const lists = record({ items: listOf(tables.bundle), pageCount: whole, limit: whole });
  await expectShape("/price-bundles", lists);
});

test("a single price names its product, and has exactly the pricing model of its type", async () => {
  for (const price of world.prices) await expectShape(`/prices/${price.id}`, tables.singlePrice);
  const lists = record({ items: listOf(tables.singlePrice), pageCount: whole, limit: whole });
  const list = await expectShape("/prices?limit=100", lists);
  const detailed = (list["items"] as Json[]).at(-1);
  expect(detailed).toMatchObject({
    trialPeriodDays: 14,
    discount: {
      discountType: "percentage",
      amount: { value: "10" },
      periodLength: 3,
      periodType: "months",
      endDate: null,
    },
    minimumSpend: { amount: { value: "10" }, period: "monthly" },
  });
});

test("GET /plans/ and GET /plans return the same list of plans with six fields each (R-API-1)", async () => {
  const lists = record({ items: listOf(tables.listedPlan), pageCount: whole, limit: whole });
  const withSlash = await expectShape("/plans/", lists);
  expect(await expectShape("/plans", lists)).toEqual(withSlash);
  for (const plan of [world.plans.bare, world.plans.full]) await expectShape(`/plans/${plan.id}`, tables.singlePlan);
});

test("a subscription is the same in the list and alone, and its conversionRate is a JSON number", async () => {
  const lists = record({ items: listOf(tables.subscription), pageCount: whole, limit: whole });
  const list = await expectShape("/subscriptions", lists);
  for (const item of list["items"] as Json[]) {
    expect(await expectShape(`/subscriptions/${item.id}`, tables.subscription)).toEqual(item);
  }
  const full = await api.get(`/subscriptions/${world.subscriptions.full.id}`);
  expect(full["conversionRate"]).toBe(0.9125);
  // No field that was written is lost or renamed.
  const { priceGroups: _groups, ...written } = world.subscriptions.full;
  const { updatedAt: _now, status: _status, activatedAt: _at, lastBillingDate: _billed, ...kept } = written as Json;
  expect(full).toMatchObject(kept);
});

test("the versions list is {versions}, and a single version is the same (R-API-10)", async () => {
  const path = `/subscriptions/${world.subscriptions.full.id}/versions`;
  const list = await expectShape(path, record({ versions: listOf(tables.version) }));
  const [first] = list["versions"] as Json[];
  expect(await expectShape(`${path}/${first?.id}`, tables.version)).toEqual(first);
  await expectShape(`${path}/current`, tables.version);
  expect(first?.["priceGroups"]).toMatchObject([
    { name: null, bundleId: null },
    { name: "Usage", description: "Metered" },
  ]);
  const none = await expectShape(
    `/subscriptions/${world.subscriptions.draft.id}/versions`,
    record({ versions: listOf(tables.version) }),
  );
  expect(none).toEqual({ versions: [] });
});

test("activation returns a different shape, with customerId, items, bundle items, thresholds and discounts", () => {
  expect(departures(activated, tables.activatedSubscription)).toEqual([]);
  expect(activated).toMatchObject({ status: "active", customerId: world.accounts.full.id, activationMode: "manual" });
  expect(activated["currentVersion"]).toMatchObject({
    effectiveStartDate: "2024-01-30T23:00:00.000Z", // midnight in Berlin
    effectiveEndDate: null,
    status: "published",
    items: [
      { type: "fixed", unitAmount: "24.99", quantity: "2", tiers: [] },
      {
        prices: [
          { type: "unit", unitAmount: "0.002", quantity: null, tiers: [] },
          {
            type: "tiered",
            unitAmount: null,
            tiers: [
              { minUnits: 0, maxUnits: 100, unitAmount: "0.15", fixedAmount: "5" },
              { minUnits: 101, maxUnits: null, unitAmount: "0.10", fixedAmount: "0" },
            ],
          },
        ],
      },
    ],
    thresholds: [
      { type: "min", value: "10.00", interval: "month", scope: { type: "global", ids: [] } },
      { type: "max", value: "1000.00", interval: "month", scope: { type: "global", ids: [] } },
    ],
    discounts: [{ type: "percentage", value: "10", scope: { type: "global", ids: [] } }],
  });
});

test("activation accepts an empty body with any content type (R-SUB-2)", async () => {
  const priceGroups = [{ priceIds: [world.prices[0]?.id] }];
  for (const headers of [{}, { "Content-Type": "application/json" }] as Record<string, string>[]) {
    const created = await api.post("/subscriptions", { accountId: world.accounts.full.id, priceGroups });
    const answer = await api.request("POST", `/subscriptions/${created.id}/activate`, { headers });
    expect([headers, answer.status]).toEqual([headers, 200]);
  }
});

test("invoices in lists and alone have the fields of the described service (R-API-10)", async () => {
  await api.post(`/test-clocks/${world.accounts.full["testClockId"]}/advance`, { frozenTime: "2024-03-08" });
  await expect
    .poll(async () => (await api.get(`/test-clocks/${world.accounts.full["testClockId"]}`))["status"], {
      timeout: 20_000,
    })
    .toBe("ready");
  const lists = record({ items: listOf(tables.listedInvoice), pageCount: whole, limit: whole });
  const list = await expectShape("/invoices", lists);
  const [listed] = list["items"] as Json[];
  expect(listed).toBeDefined();
  const invoice = await expectShape(`/invoices/${listed?.id}`, tables.singleInvoice);
  expect(invoice).toMatchObject(listed ?? {});
  const pdf = await api.request<string>("GET", `/invoices/${listed?.id}/pdf`);
  expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  expect(pdf.headers.get("Content-Disposition")).toContain(String(listed?.["number"]));
  expect(pdf.headers.get("ETag")).toBeTruthy();
});

test("a notification contains exactly the resource as the API shows it (R-HOOK-1)", async () => {
  const notifications: Json[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await api.get<{ items: Json[]; pageCount: number }>(`/notifications?limit=100&page=${page}`);
    notifications.push(...list.items);
    pages = list.pageCount;
  }
  const shapes: [type: RegExp, shape: Shape][] = [
    [/^account\./, tables.account],
    [/^subscription\.version\./, tables.version],
    [/^subscription\./, tables.subscription],
    [/^invoice\.(created|issued|paid|overdue|voided)$/, tables.singleInvoice],
  ];
  const seen = new Set<string>();
  for (const notification of notifications) {
    const type = String(notification["type"]);
    const [, shape] = shapes.find(([pattern]) => pattern.test(type)) ?? [];
    expect(shape, `${type} has a table`).toBeDefined();
    expect(departures(notification["data"], shape!, type)).toEqual([]);
    seen.add(type);
  }
  expect([...seen]).toEqual(
    expect.arrayContaining([
      "account.created",
      "invoice.created",
      "invoice.issued",
      "subscription.activated",
      "subscription.version.published",
    ]),
  );
});

test("the period of an invoice is shown as Jan 1, 2024 - Jan 31, 2024 and ends in the last second (R-API-10)", async () => {
  const { api } = await (await environment()).createOrganization({ graceHours: 0 });
  const clock = await api.post("/test-clocks", { frozenTime: "2024-01-01" });
  const account = await api.post("/accounts", { name: "Account", testClockId: clock.id });
  const product = await api.post("/products", { name: "Base", feeType: "fixed" });
  const fixedPricingModel = { pricePerUnit: { value: "10.00" }, units: 1 };
  const price = await api.post("/prices", { productId: product.id, type: "fixed", fixedPricingModel });
  const priceGroups = [{ priceIds: [price.id] }];
  const subscription = await api.post("/subscriptions", { accountId: account.id, priceGroups });
  await api.post(`/subscriptions/${subscription.id}/activate`);
  const { items } = await api.get<{ items: Json[] }>("/invoices");
  expect(items).toMatchObject([
    {
      billingPeriod: "Jan 1, 2024 - Jan 31, 2024",
      billingPeriodStart: "2024-01-01T00:00:00.000Z",
      billingPeriodEnd: "2024-01-31T23:59:59.000Z",
      total: "10.00",
    },
  ]);
});

test("every additional field names the rule that allows it, and every resource that has some is checked", () => {
  const members = Object.values(furtherMembers).flatMap((resource) => Object.values(resource));
  expect(members.length).toBeGreaterThan(0);
  for (const { rule } of members) expect(rule).toMatch(/^R-[A-Z]+-\d+$/);
});
