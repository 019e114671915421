import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-AI-2: the recipes of docs/recipes, on a clock, to the invoice.

interface Sold {
  readonly metricId: string;
  readonly priceId: string;
}

/** A metric with a product and a monthly price in arrears. */
async function meter(story: Story, name: string, metric: object, price: object): Promise<Sold> {
  const { id: metricId } = await story.api.post("/metrics", { name, ...metric });
  const { id: productId } = await story.api.post("/products", { name, feeType: "metered", metricIds: [metricId] });
  const terms = { productId, currency: story.currency, billingInterval: "monthly", ...price };
  const { id: priceId } = await story.api.post("/prices", terms);
  return { metricId, priceId };
}

const send = (story: Story, eventName: string, properties: Record<string, string | number>, members: object = {}) =>
  story.api.post("/events", { ...story.event(eventName, properties, "2026-01-10T12:00"), ...members });

test("tokens at cost plus 30 %: the margin is 23.08 % of the price, whatever the models cost (R-AI-2)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "USD" });
  const { priceId } = await meter(
    story,
    "Model cost",
    { eventName: "answer", aggregation: { method: "sum", field: "cost" } },
    { unitPricingModel: { pricePerUnit: { value: "1.30" } } },
  );
  await story.subscribe({ prices: [priceId] });
  await story.advanceTo("2026-01-10T13:00");
  const answer = (cost: string, model: string) =>
    send(story, "answer", { cost, model }, { cost: { amount: cost, currency: "USD" } });
  await answer("2.413375", "large");
  await answer("0.086625", "small");
  await answer("7.50", "vision");
  await story.advanceTo("2026-02-03T12:00");
  // 2.413375 + 0.086625 + 7.50 = 10.00, and 10.00 × 1.30 = 13.00.
  expect((await story.invoices()).at(-1)?.total).toBe("13.00");
  const margin = await story.api.get<{ totals: object }>(
    "/insights/margin?from=2026-01-01&to=2026-02-01&testClocks=include",
  );
  // 3.00 ÷ 13.00 = 23.08 %.
  expect(margin.totals).toMatchObject({ revenue: "13.00", cost: "10.00", margin: "3.00", marginPercent: "23.08" });
});

test("credits per action: an action costs credits, packs are granted, and what is left over is billed (R-AI-2)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "USD" });
  const { metricId, priceId } = await meter(
    story,
    "Credits",
    { eventName: "action", aggregation: { method: "sum", field: "credits" }, groupBy: ["action"] },
    { unitPricingModel: { pricePerUnit: { value: "0.02" } } },
  );
  await story.subscribe({ prices: [priceId] });
  await story.advanceTo("2026-01-10T13:00");
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "100", metricId, reason: "Pack" });
  await send(story, "action", { action: "summary", credits: 5 });
  await send(story, "action", { action: "image", credits: 40 });
  expect(await story.api.get(`/accounts/${story.accountId}/credit`)).toMatchObject({
    units: [{ metricId, granted: "100", available: "55" }], // 100 − 5 − 40
  });
  await send(story, "action", { action: "video", credits: 90 });
  await story.advanceTo("2026-02-03T12:00");
  // 135 credits cost 2.70. The pack pays for 100 of them, and 35 × 0.02 = 0.70 are due.
  expect((await story.invoices()).at(-1)).toMatchObject({ total: "2.70", creditsApplied: "2.00" });
});

test("seats with pooled credits: what one seat leaves over, another uses (R-AI-2)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "USD" });
  // Five seats at 20.00 include 100 credits each. Further credits are 0.05.
  const seats = await story.fixed("Seats", "100.00");
  const tiers = [
    { minUnits: 0, maxUnits: 500, pricePerUnit: { value: "0" } },
    { minUnits: 501, maxUnits: null, pricePerUnit: { value: "0.05" } },
  ];
  const { priceId } = await meter(
    story,
    "Pooled credits",
    { eventName: "credit", aggregation: { method: "sum", field: "credits" } },
    { type: "graduated_tiered", graduatedTieredPricingModel: { tiers } },
  );
  await story.subscribe({ prices: [seats, priceId] });
  await story.advanceTo("2026-01-10T13:00");
  await send(story, "credit", { user: "ada", credits: 430 });
  await send(story, "credit", { user: "bob", credits: 90 });
  await story.advanceTo("2026-02-03T12:00");
  // 430 + 90 = 520 credits of 500: 20 × 0.05 = 1.00, with the seats of February.
  expect((await story.invoices()).map(({ total }) => total)).toContain("101.00");
});

test("outcome-based: a ticket that is resolved twice is paid once, and one that a person takes over is free (R-AI-2)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "USD" });
  const { priceId } = await meter(
    story,
    "Resolved tickets",
    {
      eventName: "ticket_closed",
      filters: [{ operator: "and", filters: [{ field: "outcome", operator: "equal", value: "resolved" }] }],
      aggregation: { method: "count_unique", field: "ticket" },
    },
    { unitPricingModel: { pricePerUnit: { value: "0.99" } } },
  );
  await story.subscribe({ prices: [priceId] });
  await story.advanceTo("2026-01-10T13:00");
  await send(story, "ticket_closed", { ticket: "T-1", outcome: "resolved" });
  await send(story, "ticket_closed", { ticket: "T-1", outcome: "resolved" });
  await send(story, "ticket_closed", { ticket: "T-2", outcome: "handed_over" });
  await send(story, "ticket_closed", { ticket: "T-3", outcome: "resolved" });
  const disputed = story.event("ticket_closed", { ticket: "T-4", outcome: "resolved" }, "2026-01-10T12:00");
  await story.api.post("/events", disputed);
  await story.api.post(`/events/${disputed.uniqueId}/void`);
  await story.advanceTo("2026-02-03T12:00");
  expect((await story.invoices()).at(-1)?.total).toBe("1.98"); // T-1 and T-3
});

test("hybrid with a commitment: a quiet month is trued up, a busy one is not (R-AI-2)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "USD" });
  const fee = await story.fixed("Platform", "200.00");
  const { priceId } = await meter(
    story,
    "Jobs",
    { eventName: "job", aggregation: { method: "sum", field: "jobs" } },
    { unitPricingModel: { pricePerUnit: { value: "0.50" } } },
  );
  await story.subscribe({ prices: [fee, priceId], minimumSpend: { amount: "1000.00", period: "month" } });
  await story.advanceTo("2026-01-10T13:00");
  await send(story, "job", { jobs: 600 });
  await story.advanceTo("2026-02-10T12:00");
  await story.use("job", { jobs: 2_000 }, "2026-02-10T10:00");
  await story.advanceTo("2026-03-03T12:00");
  const totals = (await story.invoices()).map(({ total }) => total);
  // In advance: 200.00. For January: 600 × 0.50 = 300.00 and 500.00 up to 1,000.00, with 200.00 for February.
  // For February: 2,000 × 0.50 = 1,000.00, which with the fee is above the minimum, and 200.00 for March.
  expect(totals.toSorted()).toEqual(["1000.00", "1200.00", "200.00"]);
});
