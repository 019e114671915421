import { createApi, type Json, scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-UI-2, R-MET-1: the portal shows the usage of every kind of metric, from totals or from the events.

const MEASURES = [
  "sum quantity",
  "count",
  "count_unique who",
  "max quantity",
  "min quantity",
  "average quantity",
  "latest quantity",
  "percentile quantity 50",
  "weighted_sum quantity",
];

interface Portal extends Json {
  readonly subscriptions: readonly (Json & { usage: readonly { metric: string; quantity: string }[] })[];
}

async function shownUsage(story: Story): Promise<Record<string, string>> {
  const link = await story.api.post(`/accounts/${story.accountId}/portal-link`, {});
  const anybody = createApi(story.environment.url, "");
  const page = await anybody.get<Portal>(`/public/portal/${String(link["token"])}`);
  expect(page.subscriptions).toHaveLength(1);
  expect(page.subscriptions[0]).toMatchObject({ upcomingInvoice: { currency: "USD" } });
  return Object.fromEntries((page.subscriptions[0]?.usage ?? []).map(({ metric, quantity }) => [metric, quantity]));
}

test("shows the usage of every aggregation, before and after an event is amended and another voided (R-UI-2, R-MET-1)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const prices: string[] = [];
  for (const measure of MEASURES) prices.push(await story.usage(measure, { unit: "1" }, { measure, event: "calls" }));
  await story.subscribe({ prices });
  await story.use("calls", { quantity: 10, who: "a" }, "2026-01-11");
  await story.use("calls", { quantity: 40, who: "b" }, "2026-01-21");
  await story.use("calls", { quantity: 100, who: "b" }, "2026-01-21T01:00:00");
  expect(await shownUsage(story)).toMatchObject({
    "sum quantity": "150",
    count: "3",
    "count_unique who": "2",
    "max quantity": "100",
    "percentile quantity 50": "40",
  });

  await story.api.post("/events/event-3/void", {});
  await story.api.post("/events/event-2/amend", { properties: { quantity: 20, who: "a" } });
  expect(await shownUsage(story)).toMatchObject({
    "sum quantity": "30",
    count: "2",
    "count_unique who": "1",
    "max quantity": "20",
    "min quantity": "10",
    "average quantity": "15",
    "latest quantity": "20",
    "percentile quantity 50": "10",
  });
});
