import { type Clock, fixedClock } from "@counterfoil/service";
import {
  acceptQuote,
  daysFrom,
  invoicesToText,
  type Json,
  readQuote,
  scenario,
  sendQuote,
  startEnvironment,
  type Story,
} from "@counterfoil/testkit/scenario";
import { runAllDueWork } from "@counterfoil/worker";
import pg from "pg";
import { expect, test } from "vitest";

/** A quote with automatic activation unless told otherwise. Returns the subscription and the token. */
async function quoted(story: Story, terms: Record<string, unknown>): Promise<{ id: string; token: string }> {
  const { id } = await story.subscribe({ activationMode: "automatic", activate: false, ...terms });
  return { id, token: (await sendQuote(story.api, id)).token };
}

async function accept(story: Story, token: string): Promise<Json> {
  const answer = await acceptQuote(story.environment, token);
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body;
}

/** The notifications of an object, in order. */
async function announced(story: Story, id: string): Promise<string[]> {
  const filters = encodeURIComponent(JSON.stringify([{ field: "objectId", operator: "eq", value: id }]));
  const { items } = await story.api.get<{ items: Json[] }>(`/notifications?limit=100&filters=${filters}`);
  return items.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((item) => String(item["type"]));
}

test("a manual quote is sent, accepted, activated by a person, and billed from its start (R-SUB-1)", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const prices = [await story.fixed("Base", "35.00")];
  const { id, token } = await quoted(story, { prices, activationMode: "manual", contractStartDate: "2024-02-01" });
  const statuses = [];
  const note = async () => statuses.push((await story.api.get(`/subscriptions/${id}`))["status"]);
  await note();
  await story.advanceTo("2024-01-12T09:30");
  await accept(story, token);
  await note();
  const acceptedAt = "2024-01-12T09:30:00.000Z";
  expect(await readQuote(story.environment, token)).toMatchObject({ body: { status: "accepted", acceptedAt } });
  // Its start passes without an effect: a person must activate it.
  await story.advanceTo("2024-02-10");
  await note();
  expect(await story.invoices()).toEqual([]);
  const activated = await story.api.post(`/subscriptions/${id}/activate`);
  statuses.push(activated["status"]);
  expect(statuses).toEqual(["sent", "accepted", "accepted", "active"]);
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-02-01 → 2024-03-01  Base  1 × 35.00  35.00
    2024-03-01  2024-03-01 → 2024-04-01  Base  1 × 35.00  35.00
  `);
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    signerName: "Ada Byron",
    activatedAt: "2024-02-10T00:00:00.000Z",
  });
  expect(await announced(story, id)).toEqual([
    "subscription.sent",
    "subscription.accepted",
    "subscription.version.published",
    "subscription.activated",
    "subscription.started",
  ]);
});

test("an automatic quote accepted before its start activates at that local midnight (R-SUB-1)", async () => {
  const story = await scenario({ start: "2024-01-10", zone: "America/New_York" });
  const prices = [await story.fixed("Base", "35.00")];
  const { id, token } = await quoted(story, { prices, contractStartDate: "2024-02-01" });
  expect(await accept(story, token)).toMatchObject({ status: "accepted" });
  await story.advanceTo("2024-01-31T23:59:59");
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({ status: "accepted", activatedAt: null });
  await story.advanceTo("2024-02-01");
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    status: "active",
    activatedAt: "2024-02-01T05:00:00.000Z",
    firstBillingDate: "2024-02-01T05:00:00.000Z",
  });
  await story.advanceTo("2024-03-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-02-01 → 2024-03-01  Base  1 × 35.00  35.00
    2024-03-01  2024-03-01 → 2024-04-01  Base  1 × 35.00  35.00
  `);
  expect(await announced(story, id)).toEqual([
    "subscription.sent",
    "subscription.accepted",
    "subscription.version.published",
    "subscription.activated",
    "subscription.started",
  ]);
});

test("an automatic quote accepted after its start is active at once, and missed periods are billed (R-SUB-1, R-TIME-5)", async () => {
  const story = await scenario({ start: "2024-01-01" });
  const { id, token } = await quoted(story, { prices: [await story.fixed("Base", "35.00")] });
  await story.advanceTo("2024-02-10T15:00");
  // The link worked for 30 days.
  expect((await acceptQuote(story.environment, token)).status).toBe(410);
  const again = await sendQuote(story.api, id);
  expect(await accept(story, again.token)).toMatchObject({ status: "active", acceptedAt: "2024-02-10T15:00:00.000Z" });
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-01  2024-01-01 → 2024-02-01  Base  1 × 35.00  35.00
    2024-02-01  2024-02-01 → 2024-03-01  Base  1 × 35.00  35.00
  `);
});

test("a quote accepted on its start date is active at once, at any hour", async () => {
  const story = await scenario({ start: "2024-01-31", zone: "Asia/Kolkata" });
  await story.advanceTo("2024-01-31T18:00");
  const contractStartDate = "2024-01-31T20:00:00+05:30";
  const { token } = await quoted(story, { prices: [await story.fixed("Base", "35.00")], contractStartDate });
  expect(await accept(story, token)).toMatchObject({ status: "active" });
  expect(await story.invoices()).toEqualInvoices(`
    2024-01-31  2024-01-31 → 2024-02-29  Base  1 × 35.00  35.00
  `);
});

test("a trial counts from the contract's start: active on 1 February, first billed on the 15th", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const prices = [await story.fixed("Base", "35.00")];
  const { id, token } = await quoted(story, { prices, contractStartDate: "2024-02-01", trialPeriodDays: 14 });
  await accept(story, token);
  await story.advanceTo("2024-02-14");
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    status: "active",
    activatedAt: "2024-02-01T00:00:00.000Z",
    firstBillingDate: "2024-02-15T00:00:00.000Z",
  });
  expect(await story.invoices()).toEqual([]);
  await story.advanceTo("2024-02-15");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-15  2024-02-15 → 2024-03-15  Base  1 × 35.00  35.00
  `);
});

test("a quoted ramp is published as signed, each step on its date", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const [small, large] = [await story.fixed("Small", "10.00"), await story.fixed("Large", "20.00")];
  const terms = { prices: [small], activationMode: "automatic", contractStartDate: "2024-02-01", activate: false };
  const { id } = await story.subscribe(terms);
  const versions = `/subscriptions/${id}/versions`;
  await story.api.post(versions, { startDate: "2024-03-01", priceGroups: [{ priceIds: [large] }] });
  const { token } = await sendQuote(story.api, id);
  await accept(story, token);
  await story.advanceTo("2024-04-01");
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-02-01 → 2024-03-01  Small  1 × 10.00  10.00
    2024-03-01  2024-03-01 → 2024-04-01  Large  1 × 20.00  20.00
    2024-04-01  2024-04-01 → 2024-05-01  Large  1 × 20.00  20.00
  `);
});

/** Two active contracts, and two quotes that start between their billing dates. */
async function mixedStory(): Promise<Story> {
  const story = await scenario({ start: "2024-01-15" });
  const prices = [await story.fixed("Base", "10.00")];
  const late = await quoted(story, { prices, contractStartDate: "2024-02-20", account: await story.account() });
  await story.subscribe({ prices, account: await story.account() });
  const early = await quoted(story, { prices, contractStartDate: "2024-02-01", account: await story.account() });
  await story.subscribe({ prices, contractStartDate: "2024-01-31", account: await story.account() });
  for (const { token } of [late, early]) await accept(story, token);
  return story;
}

test("activations follow the order of due dates: jumping equals stepping (R-TIME-4, R-TIME-5)", async () => {
  const [jumper, stepper] = [await mixedStory(), await mixedStory()];
  await jumper.advanceTo("2024-03-01");
  for (const day of daysFrom("2024-01-16", "2024-03-02")) await stepper.advanceTo(day);
  const [jumped, stepped] = [await jumper.invoices(), await stepper.invoices()];
  expect(jumped).toEqualInvoices(`
    2024-01-15  2024-01-15 → 2024-02-15  Base  1 × 10.00  10.00
    2024-01-31  2024-01-31 → 2024-02-29  Base  1 × 10.00  10.00
    2024-02-01  2024-02-01 → 2024-03-01  Base  1 × 10.00  10.00   // the earlier quote
    2024-02-15  2024-02-15 → 2024-03-15  Base  1 × 10.00  10.00
    2024-02-20  2024-02-20 → 2024-03-20  Base  1 × 10.00  10.00   // the later one
    2024-02-29  2024-02-29 → 2024-03-31  Base  1 × 10.00  10.00
    2024-03-01  2024-03-01 → 2024-04-01  Base  1 × 10.00  10.00
  `);
  expect(stepped).toEqualInvoices(invoicesToText(jumped));
  for (const invoices of [jumped, stepped]) {
    const sequence = invoices.map((invoice) => Number(invoice.number?.split("-").at(-1)));
    expect(sequence).toEqual([1, 2, 3, 4, 5, 6, 7]);
  }
  const activations = async (story: Story) => {
    const list = await story.api.get<{ items: Json[] }>("/subscriptions?limit=100&sort=contractStartDate:asc");
    return list.items.map((item) => item["activatedAt"]);
  };
  expect(await activations(stepper)).toEqual(await activations(jumper));
  expect((await activations(jumper)).slice(2)).toEqual(["2024-02-01T00:00:00.000Z", "2024-02-20T00:00:00.000Z"]);
});

test("after an outage an accepted quote is activated once by any worker, and every missed period is billed (R-TIME-5)", async () => {
  let now = "2024-01-10T12:00:00.000Z";
  const clock: Clock = { now: () => now };
  const environment = await startEnvironment(clock);
  try {
    const { api } = await environment.createOrganization({ sandbox: false, graceHours: 0 } as object);
    const product = await api.post("/products", { name: "Base", feeType: "fixed" });
    const fixedPricingModel = { pricePerUnit: { value: "10.00" }, units: 1 };
    const price = await api.post("/prices", { productId: product.id, fixedPricingModel });
    const account = await api.post("/accounts", { name: "Account" });
    const terms = { accountId: account.id, activationMode: "automatic", priceGroups: [{ priceIds: [price.id] }] };
    for (let number = 1; number <= 8; number += 1) {
      const { id } = await api.post("/subscriptions", { ...terms, contractStartDate: "2024-02-01" });
      const { token } = await sendQuote(api, id);
      expect((await acceptQuote(environment, token)).body["status"]).toBe("accepted");
    }
    now = "2024-04-10T08:00:00.000Z";
    const onError = (error: unknown) => environment.failures.push(error);
    const ports = { ...environment.ports, clock: fixedClock(now), onError };
    await Promise.all([1, 2, 3, 4].map(() => runAllDueWork(ports)));
    await runAllDueWork(ports);
    expect(environment.failures).toEqual([]);
    const { items } = await api.get<{ items: Json[] }>("/subscriptions?limit=100");
    for (const item of items) expect(item).toMatchObject({ status: "active", activatedAt: now });
    const invoices = (await api.get<{ items: Json[] }>("/invoices?limit=100")).items;
    // 8 contracts × 1 February, 1 March, 1 April; each period of each contract once.
    expect(invoices).toHaveLength(24);
    expect(new Set(invoices.map((one) => `${one["subscriptionId"]} ${one["billingPeriod"]}`)).size).toBe(24);
    const activated = encodeURIComponent(
      JSON.stringify([{ field: "type", operator: "eq", value: "subscription.activated" }]),
    );
    expect((await api.get<{ items: Json[] }>(`/notifications?limit=100&filters=${activated}`)).items).toHaveLength(8);
  } finally {
    await environment.stop();
  }
});

test("a person may activate an accepted automatic quote early, and billing starts on its start date", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const prices = [await story.fixed("Base", "35.00")];
  const { id, token } = await quoted(story, { prices, contractStartDate: "2024-02-01" });
  await accept(story, token);
  await story.api.post(`/subscriptions/${id}/activate`);
  await story.advanceTo("2024-02-01");
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({ activatedAt: "2024-01-10T00:00:00.000Z" });
  expect(await story.invoices()).toEqualInvoices(`
    2024-02-01  2024-02-01 → 2024-03-01  Base  1 × 35.00  35.00
  `);
  expect((await announced(story, id)).filter((type) => type === "subscription.activated")).toHaveLength(1);
});

test("an accepted quote follows its account to another zone: the date stays, the midnight moves (R-TIME-1)", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const prices = [await story.fixed("Base", "35.00")];
  const { id, token } = await quoted(story, { prices, contractStartDate: "2024-02-01" });
  await accept(story, token);
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "Asia/Tokyo" });
  await story.advanceTo("2024-02-01");
  expect(await story.api.get(`/subscriptions/${id}`)).toMatchObject({
    status: "active",
    activatedAt: "2024-01-31T15:00:00.000Z", // midnight of 1 February in Tokyo
  });
});

test("a quote that cannot be activated is put aside with its cause, does not block others, and can be activated later (R-INV-5)", async () => {
  const story = await scenario({ start: "2024-01-10" });
  const [good, bad] = [await story.fixed("Base", "35.00"), await story.fixed("Base", "45.00")];
  const terms = { contractStartDate: "2024-02-01" };
  const broken = await quoted(story, { ...terms, prices: [bad], account: await story.account() });
  const whole = await quoted(story, { ...terms, prices: [good], account: await story.account() });
  for (const { token } of [broken, whole]) await accept(story, token);
  // Requests cannot damage the price of a sent quote; a fault in the database could.
  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  const setModel = (pricePerUnit: object) =>
    owner.query("update price set pricing_model = $2 where id = $1", [bad, { pricePerUnit, units: 1 }]);
  await setModel({});
  await story.advanceTo("2024-02-10");
  const statusOf = async ({ id }: { id: string }) => (await story.api.get(`/subscriptions/${id}`))["status"];
  expect([await statusOf(broken), await statusOf(whole)]).toEqual(["accepted", "active"]);
  expect(await announced(story, broken.id)).toEqual(["subscription.sent", "subscription.accepted", "invoice.failed"]);
  await setModel({ value: "45.00" });
  await owner.end();
  await story.api.post(`/subscriptions/${broken.id}/activate`);
  await story.advanceTo("2024-03-01");
  const { items } = await story.api.get<{ items: Json[] }>("/invoices?limit=100&sort=createdAt:asc");
  expect(items.map(({ subscriptionId, total }) => [subscriptionId, total])).toEqual([
    [whole.id, "35.00"], // 1 February
    [broken.id, "45.00"], // the same, on 10 February
    [broken.id, "45.00"], // 1 March, in the order in which they were made
    [whole.id, "35.00"],
  ]);
});
