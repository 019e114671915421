import { scenario, type Story, toldAsText, toldThresholds } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

/** An alert on the metric of API calls, by monthly quantities unless told otherwise. Returns its ID. */
async function alert(story: Story, metricId: string, members: Record<string, unknown>): Promise<string> {
  const body = { name: "API calls", metricId, measure: "quantity", period: "month", ...members };
  return (await story.api.post("/usage-alerts", body)).id;
}

/** A story with a metric of API calls, and an alert on it. */
async function watched(options: Parameters<typeof scenario>[0], members: Record<string, unknown>) {
  const story = await scenario(options);
  const metricId = await story.metric("API calls");
  return { story, metricId, alertId: await alert(story, metricId, members) };
}

test("thresholds 80 and 100 are reported once when passed, and again in the next month", async () => {
  const { story, alertId } = await watched({ start: "2026-01-05" }, { thresholds: ["80", "100"] });
  await story.use("api_calls", 79, "2026-01-10");
  expect(await toldAsText(story)).toEqual([]);
  await story.use("api_calls", 1, "2026-01-11"); // 79 + 1
  await story.use("api_calls", 5, "2026-01-12");
  expect(await toldAsText(story)).toEqual(["2026-01-01 80 at 80"]);
  await story.use("api_calls", 15.5, "2026-01-20"); // 80 + 5 + 15.5
  await story.use("api_calls", 900, "2026-01-21");
  const january = ["2026-01-01 80 at 80", "2026-01-01 100 at 100.5"];
  expect(await toldAsText(story)).toEqual(january);
  await story.use("api_calls", 79, "2026-02-01");
  expect(await toldAsText(story)).toEqual(january);
  await story.use("api_calls", 21, "2026-02-02"); // 79 + 21: both at once, the lower one first
  expect(await toldAsText(story)).toEqual([...january, "2026-02-01 80 at 100", "2026-02-01 100 at 100"]);
  const [first] = await toldThresholds(story);
  expect(first).toEqual({
    alertId,
    alertName: "API calls",
    accountId: story.accountId,
    subscriptionId: null,
    metricId: expect.stringMatching(/^metric_/),
    measure: "quantity",
    currency: null,
    threshold: "80",
    value: "80",
    period: { from: "2026-01-01T00:00:00.000Z", to: "2026-02-01T00:00:00.000Z" },
    reachedAt: "2026-01-11T00:00:00.000Z",
  });
});

test("a voided event withdraws nothing, and a voided return counts again (R-EVT-6)", async () => {
  const { story } = await watched({ start: "2026-01-05" }, { thresholds: ["80", "100"] });
  const events = [
    story.event("api_calls", 90, "2026-01-05"),
    story.event("api_calls", -20, "2026-01-05"),
    story.event("api_calls", 30, "2026-01-05"),
  ];
  await story.send(events.slice(0, 2)); // 90 − 20
  expect(await toldAsText(story)).toEqual([]);
  await story.send(events.slice(2)); // 70 + 30
  const both = ["2026-01-01 80 at 100", "2026-01-01 100 at 100"];
  expect(await toldAsText(story)).toEqual(both);
  await story.api.post(`/events/${events[2]?.uniqueId}/void`); // 70 again
  await story.use("api_calls", 35, "2026-01-06"); // 105: passed a second time
  expect(await toldAsText(story)).toEqual(both);
  const after = await watched({ start: "2026-01-05" }, { thresholds: ["80"] });
  const [much, back] = [
    after.story.event("api_calls", 90, "2026-01-05"),
    after.story.event("api_calls", -20, "2026-01-05"),
  ];
  await after.story.send([much, back]);
  expect(await toldAsText(after.story)).toEqual([]);
  await after.story.api.post(`/events/${back.uniqueId}/void`);
  expect(await toldAsText(after.story)).toEqual(["2026-01-01 80 at 90"]);
});

test("late usage is reported for the previous month, not for older ones", async () => {
  const { story } = await watched({ start: "2026-01-05" }, { thresholds: ["100"] });
  await story.use("api_calls", 60, "2026-01-10");
  await story.use("api_calls", 60, "2026-02-10");
  await story.advanceTo("2026-03-01");
  await story.use("api_calls", 50, "2026-01-20"); // 110 in January, told in March
  expect(await toldAsText(story)).toEqual([]);
  await story.use("api_calls", 40, "2026-02-28T23:59:59"); // 100 in February, looked at in March
  expect(await toldThresholds(story)).toMatchObject([
    {
      period: { from: "2026-02-01T00:00:00.000Z", to: "2026-03-01T00:00:00.000Z" },
      value: "100",
      reachedAt: "2026-03-01T00:00:00.000Z",
    },
  ]);
});

test("an event ahead of its hour is reported for that hour, once (R-EVT-4)", async () => {
  const { story } = await watched({ start: "2026-01-05T08:50" }, { thresholds: ["10"], period: "hour" });
  await story.send([story.event("api_calls", 10, "2026-01-05T09:05")]);
  const told = { period: { from: "2026-01-05T09:00:00.000Z", to: "2026-01-05T10:00:00.000Z" } };
  expect(await toldThresholds(story)).toMatchObject([{ ...told, reachedAt: "2026-01-05T08:50:00.000Z" }]);
  await story.use("api_calls", 10, "2026-01-05T09:30");
  expect(await toldThresholds(story)).toHaveLength(1);
});

test("days, hours and weeks follow the account's zone, also after a move (R-TIME-1)", async () => {
  const { story, metricId } = await watched(
    { start: "2026-01-05", zone: "Asia/Kolkata" },
    { thresholds: ["10"], period: "day" },
  );
  await story.use("api_calls", 10, "2026-01-05T23:59:59");
  await story.use("api_calls", 10, "2026-01-06T00:00");
  expect((await toldThresholds(story)).map(({ period }) => period?.from)).toEqual([
    "2026-01-04T18:30:00.000Z", // midnight in India, 5:30 ahead
    "2026-01-05T18:30:00.000Z",
  ]);
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "Europe/Berlin" });
  await story.use("api_calls", 10, "2026-01-06T12:00"); // the same day, which began 4:30 later in Berlin
  expect(await toldThresholds(story)).toHaveLength(2);
  await alert(story, metricId, { thresholds: ["5"], period: "hour" });
  await alert(story, metricId, { thresholds: ["5"], period: "week" });
  await alert(story, metricId, { thresholds: ["5"], period: "none" });
  expect((await toldThresholds(story)).slice(2).map(({ period }) => period)).toEqual([
    { from: "2026-01-06T06:00:00.000Z", to: "2026-01-06T07:00:00.000Z" }, // 12:00 in India is 07:30 in Berlin
    { from: "2026-01-04T23:00:00.000Z", to: "2026-01-11T23:00:00.000Z" }, // from Monday
    null,
  ]);
});

test("a clock advanced by years reports what was used before (R-TIME-4)", async () => {
  const { story } = await watched({ start: "2026-01-05" }, { thresholds: ["10"] });
  await story.use("api_calls", 10, "2026-01-05");
  await story.advanceTo("2028-01-01");
  expect(await toldThresholds(story)).toMatchObject([{ value: "10", reachedAt: "2026-01-05T00:00:00.000Z" }]);
});

test("a new or changed alert reports passed thresholds of each account at once", async () => {
  const { story, metricId, alertId } = await watched({ start: "2026-01-05" }, { thresholds: ["1000"] });
  const second = await story.account({ name: "Second", aliases: ["second"] });
  const third = await story.account({ name: "Third" });
  await story.use("api_calls", 120, "2026-01-06");
  await story.use("api_calls", 150, "2026-01-06", "second");
  await story.use("api_calls", 99, "2026-01-06", third);
  expect(await toldThresholds(story)).toEqual([]);
  await story.api.patch(`/usage-alerts/${alertId}`, { thresholds: ["100", "1000"] });
  const both = [story.accountId, second].toSorted();
  const told = await toldThresholds(story);
  expect(told.map(({ accountId }) => accountId)).toEqual(both);
  // The same threshold with other decimals, and the same alert turned off and on.
  await story.api.patch(`/usage-alerts/${alertId}`, { thresholds: ["100.00"], active: false });
  await story.use("api_calls", 1, "2026-01-07", third); // 99 + 1, while it is off
  expect(await toldThresholds(story)).toEqual(told);
  await story.api.patch(`/usage-alerts/${alertId}`, { active: true });
  expect((await toldThresholds(story)).slice(2)).toMatchObject([{ accountId: third, threshold: "100.00" }]);
  const own = await alert(story, metricId, { accountId: "second", thresholds: ["1", "2"] });
  const ofSecond = { alertId: own, accountId: second, value: "150" };
  expect((await toldThresholds(story)).slice(3)).toMatchObject([
    { ...ofSecond, threshold: "1" },
    { ...ofSecond, threshold: "2" },
  ]);
});

test("an amount is what tiers charge in the current billing period, per subscription (R-RATE-2)", async () => {
  const story = await scenario({ start: "2026-01-15" });
  const metricId = await story.metric("API calls");
  const graduated = await story.usage("API calls", { graduated: "0–100 @0.10, 101+ @0.05" }, { metrics: [metricId] });
  const base = await story.fixed("Base", "500.00");
  const first = await story.subscribe({ prices: [base, graduated] });
  const amount = { measure: "amount", currency: "USD", period: "billing_period" };
  await alert(story, metricId, { ...amount, thresholds: ["10", "12.5", "20"] });
  await alert(story, metricId, { ...amount, currency: "EUR", thresholds: ["1"] });
  await story.use("api_calls", 99, "2026-01-20"); // 99 × 0.10 = 9.90
  expect(await toldAsText(story)).toEqual([]);
  await story.use("api_calls", 51, "2026-02-10"); // 100 × 0.10 + 50 × 0.05 = 12.50
  const told = ["2026-01-15 10 at 12.50", "2026-01-15 12.5 at 12.50"];
  expect(await toldAsText(story)).toEqual(told);
  expect((await story.upcoming(first.id)).lineItems.find(({ kind }) => kind === "usage")?.totalPrice).toBe("12.50");
  expect((await toldThresholds(story))[0]).toMatchObject({
    subscriptionId: first.id,
    measure: "amount",
    currency: "USD",
    period: { from: "2026-01-15T00:00:00.000Z", to: "2026-02-15T00:00:00.000Z" },
  });
  await story.use("api_calls", 100, "2026-02-15"); // the next period: 100 × 0.10
  expect(await toldAsText(story)).toEqual([...told, "2026-02-15 10 at 10.00"]);
  // What comes late for the period that was invoiced: 100 × 0.10 + 200 × 0.05 = 20.00
  await story.use("api_calls", 150, "2026-02-14T23:59:59");
  expect((await toldAsText(story)).slice(3)).toEqual(["2026-01-15 20 at 20.00"]);
});

test("an amount includes the price's discount and maximum, not its minimum or the subscription's terms (R-SUB-8)", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const metricId = await story.metric("API calls");
  const price = {
    discount: { discountType: "percentage", amount: { value: "10" }, periodLength: null, periodType: null },
    minimumSpend: { amount: { value: "30" }, period: "monthly" },
    maximumSpend: { amount: { value: "80" }, period: "monthly" },
  };
  const calls = await story.usage("API calls", { unit: "1.00" }, { metrics: [metricId], price });
  await story.subscribe({ prices: [calls], maximumSpend: { amount: "50.00", period: "month" } });
  const amount = { measure: "amount", currency: "USD", period: "billing_period" };
  await alert(story, metricId, { ...amount, thresholds: ["1", "20", "70", "81"] });
  await story.use("api_calls", 0, "2026-01-02"); // the minimum of 30.00 is not usage
  expect(await toldAsText(story)).toEqual([]);
  await story.use("api_calls", 30, "2026-01-03"); // 30.00 − 10 % = 27.00
  await toldThresholds(story);
  await story.use("api_calls", 70, "2026-01-04"); // 100.00 − 10 % = 90.00, at most 80.00
  expect(await toldAsText(story)).toEqual([
    "2026-01-01 1 at 27.00",
    "2026-01-01 20 at 27.00",
    "2026-01-01 70 at 80.00",
  ]);
});

test("quantities of a billing period are reported per subscription that sells the metric", async () => {
  const story = await scenario({ start: "2026-01-10" });
  const metricId = await story.metric("API calls");
  const monthly = await story.usage("API calls", { unit: "1.00" }, { metrics: [metricId] });
  const weekly = await story.usage("API calls a week", { unit: "1.00" }, { metrics: [metricId], every: "weekly" });
  const [a, b] = [await story.subscribe({ prices: [monthly] }), await story.subscribe({ prices: [weekly] })];
  await story.subscribe({ prices: [await story.fixed("Base", "5.00")] });
  await alert(story, metricId, { period: "billing_period", thresholds: ["10"] });
  const told = async () =>
    (await toldThresholds(story)).map(({ subscriptionId, value, period }) => [
      subscriptionId === a.id ? "monthly" : subscriptionId === b.id ? "weekly" : subscriptionId,
      value,
      period?.from.slice(0, 10),
    ]);
  await story.use("api_calls", 9, "2026-01-16");
  await story.use("api_calls", 1, "2026-01-17"); // 9 + 1 in the month, 1 in the second week
  expect(await told()).toEqual([["monthly", "10", "2026-01-10"]]);
  await story.use("api_calls", 9, "2026-01-23T23:00");
  expect(await told()).toEqual([
    ["monthly", "10", "2026-01-10"],
    ["weekly", "10", "2026-01-17"],
  ]);
});
