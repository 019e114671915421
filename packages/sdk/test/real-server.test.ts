import {
  createClient,
  type Client,
  CounterfoilError,
  type Invoice,
  type ListQuery,
  type Money,
} from "@counterfoil/sdk";
import { environment, scenario, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, expectTypeOf, test } from "vitest";

let story: Story;
let client: Client;

/** A contract of 35.00 a month, billed at the end of January and February, and its client. */
beforeAll(async () => {
  story = await scenario({ start: "2024-01-31" });
  const { url } = await environment();
  client = createClient({ baseUrl: url, apiKey: story.api.token });
  await client.accounts.create({ name: "Acme", currency: "EUR", aliases: ["acme"] });
  await story.subscribe({ prices: [await story.fixed("Base", "35.00")] });
  await story.advanceTo("2024-02-29");
});

test("creates and reads a catalog and a contract", async () => {
  const product = await client.products.create({ name: "Seats", feeType: "fixed" });
  const price = await client.prices.create({
    productId: product.id,
    currency: "EUR",
    fixedPricingModel: { pricePerUnit: { value: "12.50" }, units: 2 },
  });
  expectTypeOf(price.fixedPricingModel!.pricePerUnit).toEqualTypeOf<Money>();
  expect(price.fixedPricingModel?.total.value).toBe("25.00"); // 2 × 12.50
  const plan = await client.plans.create({ name: "Team", currency: "EUR", priceGroups: [{ priceIds: [price.id] }] });
  const account = await client.accounts.get("acme");
  const draft = await client.subscriptions.create({
    accountId: "acme",
    name: "Team",
    currency: "EUR",
    planId: plan.id,
  });
  expect(draft).toMatchObject({ accountId: account.id, status: "draft" });
  expect((await client.subscriptions.activate(draft.id)).status).toBe("active");
  expect((await client.subscriptions.listVersions(draft.id)).versions).toHaveLength(1);
});

test("explains an invoice line by line, and downloads it as PDF and XML", async () => {
  const { items } = await client.invoices.list({ sort: "createdAt:asc", limit: 1 });
  const invoice: Invoice = await client.invoices.get(items[0]!.id);
  expect(invoice.lineItems.map(({ totalPrice }) => totalPrice)).toEqual(["35.00"]);
  const explained = await client.invoices.explainLine(invoice.id, invoice.lineItems[0]!.id);
  expect(JSON.stringify(explained)).toContain("35.00");

  const pdf = await client.invoices.getPdf(invoice.id);
  expect(pdf.type).toBe("application/pdf");
  expect(await pdf.slice(0, 5).text()).toBe("%PDF-");
  const reader = (await client.invoices.getPdf(invoice.id).stream()).getReader();
  expect(new TextDecoder().decode((await reader.read()).value?.subarray(0, 5))).toBe("%PDF-");
  await reader.cancel();
  expect(await client.journal.export().text()).toMatch(/^\w+(,\w+)+/);
});

test("iterates lists of every form, by page and by cursor (R-API-1)", async () => {
  for (const name of ["a", "b", "c", "d", "e"]) {
    await client.accounts.create({ name, currency: "USD" });
    await client.products.create({ name, feeType: "fixed" });
  }
  const names = async (list: { all(): Promise<readonly { name: string }[]> }) =>
    (await list.all()).map((one) => one.name);
  const byName = {
    sort: { field: "name", order: "desc" },
    filters: [{ field: "name", operator: "in", value: ["a", "b", "c", "d", "e"] }],
  } as const;
  const downwards = ["e", "d", "c", "b", "a"];
  // {pageCount, data}; {products}, which has no count; and a list that returns everything without paging.
  expect(await names(client.accounts.list({ limit: 2, ...byName }))).toEqual(downwards);
  expect(await names(client.products.list({ limit: 2, ...byName }))).toEqual(downwards);
  expect(await names(client.products.list(byName))).toEqual(downwards);
  expect(await names(client.accounts.list({ limit: 2, page: 2, ...byName }))).toEqual(["c", "b", "a"]);
  expect((await client.accounts.list({ limit: 2, ...byName })).pageCount).toBe(3); // 2 + 2 + 1

  await client.events.ingest({
    events: downwards.map((uniqueId, k) => ({
      uniqueId,
      account: "acme",
      eventName: "walked",
      timestamp: `2024-01-0${k + 1}T00:00:00Z`,
    })),
  });
  const walk = client.events.list({ eventName: "walked", order: "asc", limit: 2 });
  expect((await walk.all()).map(({ uniqueId }) => uniqueId)).toEqual(downwards);
  expect((await client.journal.list({ limit: 1 }).all()).length).toBeGreaterThan(1);
  expectTypeOf<{ field: "nonsense"; value: "x" }>().not.toExtend<
    NonNullable<NonNullable<Parameters<Client["accounts"]["list"]>[0]>["filters"]>[number]
  >();
  expectTypeOf<Parameters<Client["invoices"]["list"]>[0]>().toExtend<ListQuery<string> | undefined>();
});

test("streams events as they are committed, and leaving the loop ends the stream", async () => {
  const stopped = new AbortController();
  const told: string[] = [];
  let sent = 0;
  const sender = setInterval(() => {
    // The stream starts at an unknown moment, so send events until one arrives.
    void client.events.ingest({ uniqueId: `live-${(sent += 1)}`, account: "acme", eventName: "live" });
  }, 50);
  for await (const { id, data } of client.events.tail({ eventName: "live" }, { signal: stopped.signal })) {
    expect(id).toMatch(/^\d+$/);
    told.push(data.uniqueId);
    if (told.length === 2) break;
  }
  clearInterval(sender);
  expect(told).toHaveLength(2);
  const abandoned = client.events
    .tail({ eventName: "silent" }, { signal: stopped.signal })
    [Symbol.asyncIterator]()
    .next();
  stopped.abort(new Error("enough"));
  await expect(abandoned).rejects.toThrow("enough");
});

test("sends NDJSON as a Blob with its media type", async () => {
  const lines = ["n1", "n2"]
    .map((uniqueId) => JSON.stringify({ uniqueId, account: "acme", eventName: "call" }))
    .join("\n");
  const { ingested } = await client.events.ingest(new Blob([lines], { type: "application/x-ndjson" }));
  expect(ingested).toEqual(["n1", "n2"]);
});

test("reads settings, credit, taxes, mail, alerts, features and insights", async () => {
  const grant = await client.accounts.createCreditGrant("acme", { amount: "10.00", currency: "EUR" });
  expect((await client.creditGrants.getLedger(grant.id)).items).toHaveLength(1);
  expect(await client.accounts.getBalance("acme")).toMatchObject({ creditGrants: "10.00", currency: "EUR" });
  expect((await client.organization.get()).name).toBe("Story");
  const rate = await client.taxRates.create({ name: "VAT", percentage: "20" });
  expect(await client.taxRates.archive(rate.id)).toBeUndefined();
  expect((await client.features.create({ key: "sso", name: "SSO", type: "boolean" })).key).toBe("sso");
  expect((await client.insights.getAgeing()).items).toBeInstanceOf(Array);
  expect((await client.mails.list()).items).toBeInstanceOf(Array);
  expect((await client.notifications.list({ limit: 1 })).items).toHaveLength(1);
  expect((await client.testClocks.list()).items).toHaveLength(1);
  expect(await client.paymentSettings.get()).toBeTypeOf("object");
  expect((await client.usageAlerts.list()).items).toEqual([]);
  expect((await client.apiKeys.list()).items).toHaveLength(1);
});

test("two writes with the same key have one effect, and ifMatch protects a concurrent change (R-API-5)", async () => {
  const twin = { name: "Twin", currency: "EUR" };
  const first = await client.accounts.create(twin, { idempotencyKey: "twin" }).answer();
  const second = await client.accounts.create(twin, { idempotencyKey: "twin" }).answer();
  expect(second.result.id).toBe(first.result.id);
  expect([first.isReplayed, second.isReplayed]).toEqual([false, true]);

  const { etag } = await client.accounts.get(first.result.id).answer();
  const ifMatch = etag!;
  expect((await client.accounts.update(first.result.id, { name: "Changed" }, { ifMatch })).name).toBe("Changed");
  const late = client.accounts.update(first.result.id, { name: "Late" }, { ifMatch });
  await expect(late).rejects.toMatchObject({ status: 412 });
});

test("an error of the real server is typed, with every fault (R-API-4)", async () => {
  const error: unknown = await client.accounts
    .create({ name: "", currency: "euro" })
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CounterfoilError);
  const { code, status, requestId, errors } = error as CounterfoilError;
  expectTypeOf(code).toExtend<string>();
  expect({ code, status }).toEqual({ code: "validation_failed", status: 422 });
  expect(requestId).toMatch(/./);
  expect(errors.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(["/name", "/currency"]));
  await expect(client.invoices.get("inv_none")).rejects.toMatchObject({ status: 404, code: "not_found" });
});
