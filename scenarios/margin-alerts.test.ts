import { type Context, lookAtMargins } from "@counterfoil/service";
import { scenario, type Story, toldLowMargins } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-COST-1: a notification when the margin of an account falls below a percentage, with figures to check by hand.

/** An account that pays 0.10 per call. `margin.low` is sent below 20 %. */
async function sell(marginAlert: object | null = { percent: "20" }) {
  const story = await scenario({ start: "2026-01-01" });
  const priceId = await story.usage("Calls", { unit: "0.10" }, { event: "calls" });
  await story.subscribe({ prices: [priceId] });
  await story.api.patch("/organization", { marginAlert });
  return story;
}

function contextOf({ environment: { ports }, organizationId }: Story): Context {
  return { ...ports, organizationId, actor: { type: "system", id: "worker" }, requestId: null };
}

/** Some calls that cost an amount together. */
async function use(story: Story, quantity: number, cost: string, at: string, account?: string) {
  const event = story.event("calls", { quantity }, at);
  const amount = { amount: cost, currency: story.currency };
  await story.api.post("/events", { ...event, ...(account !== undefined && { account }), cost: amount });
}

test("a margin below the percentage is told once a month, and one equal to it is not (R-COST-1)", async () => {
  const story = await sell();
  await story.advanceTo("2026-01-10T12:00");
  // 100 × 0.10 = 10.00, which cost 8.00: exactly 20 %.
  await use(story, 100, "8.00", "2026-01-10T10:00");
  expect(await toldLowMargins(story)).toEqual([]);
  // 110 × 0.10 = 11.00 − 9.00 = 2.00, and 2.00 ÷ 11.00 = 18.18 %.
  await use(story, 10, "1.00", "2026-01-10T11:00");
  const january = `${story.accountId} 2026-01-01: 11.00 − 9.00 = 2.00, 18.18 % < 20 %`;
  expect(await toldLowMargins(story)).toEqual([january]);
  await use(story, 10, "50.00", "2026-01-10T11:30");
  expect(await toldLowMargins(story)).toEqual([january]);
  // The next month is a new one. 1 × 0.10 − 0.09 = 0.01, or 10 %.
  await story.advanceTo("2026-02-03T12:00");
  await use(story, 1, "0.09", "2026-02-03T09:00");
  expect(await toldLowMargins(story)).toEqual([
    january,
    `${story.accountId} 2026-02-01: 0.10 − 0.09 = 0.01, 10.00 % < 20 %`,
  ]);
});

test("the month is that of the account's time zone, and costs without revenue have a low margin (R-COST-1)", async () => {
  const story = await sell({ percent: "0" });
  const { id } = await story.api.post("/accounts", {
    name: "Tokyo",
    aliases: ["tokyo"],
    timezone: "Asia/Tokyo",
    testClockId: story.clockId,
  });
  // 18:00 on January 31 in UTC is 03:00 on February 1 in Tokyo.
  await story.advanceTo("2026-01-31T18:00");
  await use(story, 5, "1.50", "2026-01-31T17:00", "tokyo");
  expect(await toldLowMargins(story)).toEqual([`${id} 2026-02-01: 0.00 − 1.50 = -1.50, null % < 0 %`]);
});

test("costs below the minimum are not told; a lower minimum finds the same costs (R-COST-1)", async () => {
  const story = await sell({ percent: "50", minimumCost: "5.00" });
  await story.advanceTo("2026-01-10T12:00");
  await use(story, 1, "4.99", "2026-01-10T10:00");
  expect(await toldLowMargins(story)).toEqual([]);
  await story.api.patch("/organization", { marginAlert: { minimumCost: "4.99" } });
  expect(await toldLowMargins(story)).toEqual([
    `${story.accountId} 2026-01-01: 0.10 − 4.99 = -4.89, -4890.00 % < 50 %`,
  ]);
});

test("turned off, nothing is told; turned on, low margins of the current month are found (R-COST-1)", async () => {
  const story = await sell(null);
  await story.advanceTo("2026-01-10T12:00");
  await use(story, 1, "3.00", "2026-01-10T10:00");
  expect(await toldLowMargins(story)).toEqual([]);
  await story.api.patch("/organization", { marginAlert: {} });
  expect(await toldLowMargins(story)).toHaveLength(1);
  await story.api.patch("/organization", { marginAlert: null });
  await story.advanceTo("2026-02-10T12:00");
  await use(story, 1, "3.00", "2026-02-10T10:00");
  expect(await toldLowMargins(story)).toHaveLength(1);
});

test("a voided event is no cost, and a margin without its exchange rate is not judged (R-COST-1)", async () => {
  const story = await sell();
  await story.api.patch("/organization", { reportingCurrency: story.currency === "EUR" ? "USD" : "EUR" });
  await story.advanceTo("2026-01-10T12:00");
  await use(story, 1, "3.00", "2026-01-10T10:00");
  expect(await toldLowMargins(story)).toEqual([]);
  await story.api.patch("/organization", { reportingCurrency: null });
  const { items } = await story.api.get<{ items: { uniqueId: string }[] }>("/events");
  await story.api.post(`/events/${items[0]?.uniqueId}/void`);
  expect(await toldLowMargins(story)).toEqual([]);
});

test("many workers tell each account once (R-COST-1)", async () => {
  const story = await sell();
  await story.advanceTo("2026-01-10T12:00");
  for (let index = 0; index < 12; index += 1) {
    const [alias, cost] = [`many-${index}`, index % 2 === 0 ? "1.00" : "0.01"];
    await story.api.post("/accounts", { name: alias, aliases: [alias], testClockId: story.clockId });
    await use(story, 1, cost, "2026-01-10T10:00", alias);
    await Promise.all(Array.from({ length: 4 }, () => lookAtMargins(contextOf(story))));
  }
  const told = await toldLowMargins(story);
  // None of these accounts pays anything, so every cost is a loss.
  expect(told).toHaveLength(12);
  expect(new Set(told).size).toBe(12);
});
