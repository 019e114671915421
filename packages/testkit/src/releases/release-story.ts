import type { Api, Json } from "../scenario/api.ts";
import type { Environment, TestOrganization } from "../scenario/environment.ts";

/** Creates the data of a release's dump: a little of everything that a later release must understand. */
export async function tellReleaseStory(environment: Environment): Promise<TestOrganization> {
  const organization = await environment.createOrganization({ name: "Kept from before" });
  const { api } = organization;
  await environment.addPerson(organization.id, "owner@example.com", "owner");
  const clock = await api.post("/test-clocks", { frozenTime: "2026-01-01T00:00:00Z" });
  const contacts = [{ email: "ada@acme.example", firstName: "Ada", emailPreferences: ["billing"] }];
  const account = await api.post("/accounts", {
    name: "Acme",
    aliases: ["acme"],
    currency: "USD",
    contacts,
    testClockId: clock.id,
  });
  await api.post("/webhook-endpoints", { url: "https://hooks.example.com/in", eventTypes: ["*"] });
  await api.post("/tax-rates", { name: "VAT", percentage: "20", inclusive: false });
  const aggregation = { method: "sum", field: "calls" };
  const metric = await api.post("/metrics", { name: "Calls", eventName: "call", aggregation });
  const calls = await api.post("/products", { name: "Calls", feeType: "metered", metricIds: [metric.id] });
  const seats = await api.post("/products", { name: "Seats", feeType: "fixed" });
  const terms = { currency: "USD", billingInterval: "monthly" };
  const prices = [
    await api.post("/prices", {
      ...terms,
      productId: calls.id,
      type: "unit",
      unitPricingModel: { pricePerUnit: { value: "0.02" } },
    }),
    await api.post("/prices", {
      ...terms,
      productId: seats.id,
      type: "fixed",
      fixedPricingModel: { units: 5, pricePerUnit: { value: "12.00" } },
    }),
  ];
  const priceIds = prices.map(({ id }) => id);
  const plan = await api.post("/plans", { name: "Team", currency: "USD", priceGroups: [{ name: "Team", priceIds }] });
  const subscription = await api.post("/subscriptions", {
    accountId: account.id,
    planId: plan.id,
    name: "Acme, Team",
    contractStartDate: "2026-01-01",
  });
  await api.post(`/subscriptions/${subscription.id}/activate`);
  await api.post(`/accounts/${account.id}/credit-grants`, { amount: "15.00", currency: "USD", reason: "Welcome" });
  await advance(api, clock, "2026-01-20T00:00:00Z");
  await api.post("/events", {
    events: [1, 2, 3].map((day) => ({
      uniqueId: `event-${day}`,
      account: "acme",
      eventName: "call",
      timestamp: `2026-01-0${day}T09:00:00Z`,
      properties: { calls: 100 * day },
    })),
  });
  await advance(api, clock, "2026-02-02T00:00:00Z");
  const invoices = await issued(api);
  await api.post(`/invoices/${invoices[0]?.id}/payments`, { amount: "20.00", method: "bank_transfer" });
  const { lineItems } = await api.get<{ lineItems: Json[] }>(`/invoices/${invoices.at(-1)?.id}`);
  await api.post("/credit-notes", {
    invoiceId: invoices.at(-1)?.id,
    reason: "Goodwill",
    lines: [{ lineItemId: lineItems[0]?.id, amount: "1.00" }],
    outcome: "account_credit",
  });
  // Used in January and sent in February: the first usage that a later release has to bill.
  await advance(api, clock, "2026-02-20T00:00:00Z");
  const late = { uniqueId: "late", account: "acme", eventName: "call", timestamp: "2026-01-31T09:00:00Z" };
  await api.post("/events", { events: [{ ...late, properties: { calls: 50 } }] });
  return organization;
}

async function issued(api: Api): Promise<Json[]> {
  const { items } = await api.get<{ items: Json[] }>("/invoices?limit=100&sort=createdAt:asc");
  return items.filter(({ status }) => status === "issued" || status === "overdue");
}

/** Moves a test clock and waits until everything due on the way is done. */
export async function advance(api: Api, clock: { readonly id: string }, frozenTime: string): Promise<void> {
  await api.post(`/test-clocks/${clock.id}/advance`, { frozenTime });
  for (;;) {
    const { status, failure } = await api.get(`/test-clocks/${clock.id}`);
    if (status === "ready") return;
    if (status === "failed") throw new Error(`the clock failed: ${String(failure)}`);
  }
}
