import { scenario, type Story, toldLowMargins } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-COST-1: the days to which revenue belongs decide its exchange rate, and whether a margin is low.

const JANUARY = { from: "2026-01-01", to: "2026-02-01" };
const GROUPS = ["account", "product", "metric", "day"];

async function totals({ api }: Story, parameters: Record<string, string>): Promise<string> {
  const query = new URLSearchParams({ testClocks: "include", ...parameters });
  type Amounts = Record<"revenue" | "runningRevenue" | "cost", string>;
  const { totals: sums } = await api.get<{ totals: Amounts }>(`/insights/margin?${query}`);
  return `${sums.revenue} (${sums.runningRevenue} running) − ${sums.cost}`;
}

/** An account that pays in EUR, with figures in USD. A euro is worth `first` dollars, and `then` from `day` on. */
async function inEuros(first: string, day: string, then: string): Promise<Story> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", settings: { reportingCurrency: "USD" } });
  const rate = (date: string, value: string) => ({ fromCurrency: "EUR", toCurrency: "USD", date, rate: value });
  const items = [rate("2026-01-01", first), rate(day, then)];
  await story.api.request("PUT", "/exchange-rates", { body: { items } });
  return story;
}

test("invoiced revenue is converted at the rate of each of its days, in every grouping", async () => {
  const story = await inEuros("1", "2026-01-17", "2");
  await story.subscribe({ prices: [await story.fixed("Base", "31.00")] });
  await story.advanceTo("2026-01-20T12:00");
  for (const groupBy of GROUPS) {
    // 1.00 a day: ten days at 1; in the month, 16 days at 1 and 15 at 2.
    const ten = { from: "2026-01-01", to: "2026-01-11", groupBy };
    expect([groupBy, await totals(story, ten)]).toEqual([groupBy, "10.00 (0.00 running) − 0.00"]);
    expect(await totals(story, { ...JANUARY, groupBy })).toBe("46.00 (0.00 running) − 0.00");
  }
});

test("running revenue is converted in the same way, and a good margin is not reported as low", async () => {
  const story = await inEuros("2", "2026-01-20", "1");
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1" })] });
  await story.api.patch("/organization", { marginAlert: { percent: "20" } });
  await story.advanceTo("2026-01-20T12:00");
  const event = { uniqueId: "calls", account: story.accountId, eventName: "calls", timestamp: "2026-01-20T10:00:00Z" };
  const cost = { amount: "20", currency: "USD" };
  await story.api.post("/events", { events: [{ ...event, properties: { quantity: 20 }, cost }] });
  // 20.00 over 20 days: 19 × 2 + 1 × 1. At the rate of January 20, the margin would be 0.00.
  for (const groupBy of GROUPS) {
    expect(await totals(story, { ...JANUARY, groupBy })).toBe("39.00 (39.00 running) − 20.00");
  }
  expect(await toldLowMargins(story)).toEqual([]);
});

test("a draft belongs to the days of its service, so a margin can be low in the first days of a year's fee", async () => {
  const story = await scenario({ start: "2026-01-01", graceHours: 72 });
  await story.metric("Calls", { event: "calls" });
  await story.subscribe({ prices: [await story.fixed("Fee", "3650.00", { every: "yearly" })] });
  await story.api.patch("/organization", { marginAlert: { percent: "20" } });
  await story.advanceTo("2026-01-02T12:00");
  const event = { uniqueId: "call", account: story.accountId, eventName: "calls", timestamp: "2026-01-02T10:00:00Z" };
  const cost = { amount: "18.00", currency: story.currency };
  await story.api.post("/events", { events: [{ ...event, properties: { quantity: 1 }, cost }] });
  // 10.00 a day.
  const days = { from: "2026-01-01", to: "2026-01-03" };
  expect(await totals(story, JANUARY)).toBe("310.00 (310.00 running) − 18.00");
  expect(await totals(story, days)).toBe("20.00 (20.00 running) − 18.00");
  expect(await toldLowMargins(story)).toEqual([`${story.accountId} 2026-01-01: 20.00 − 18.00 = 2.00, 10.00 % < 20 %`]);
  await story.advanceTo("2026-01-05");
  expect(await totals(story, JANUARY)).toBe("310.00 (0.00 running) − 18.00");
  expect(await totals(story, days)).toBe("20.00 (0.00 running) − 18.00");
});
