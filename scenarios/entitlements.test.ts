import { runDueWork } from "@counterfoil/service";
import { checkFeature, makeFeatures, readQuote, scenario, sendQuote, type Story } from "@counterfoil/testkit/scenario";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";

const ask = (story: Story, key: string, body: object = {}) => checkFeature(story.api, story.accountId, key, body);

/** A story with an active subscription whose plan `Pro` grants `entitlements`. */
async function soldPlan(
  options: Parameters<typeof scenario>[0],
  features: Parameters<typeof makeFeatures>[1],
  entitlements: readonly object[],
  terms: Record<string, unknown> = {},
) {
  const story = await scenario(options);
  await makeFeatures(story.api, features);
  const plan = await story.plan("Pro", [await story.fixed("Base", "49.00")], { entitlements });
  const { id } = await story.subscribe({ plan, ...terms });
  return { story, plan, id };
}

test("a monthly limit resets at local midnight of Asia/Kolkata, not of UTC (R-TIME-1)", async () => {
  const { story } = await soldPlan({ start: "2026-01-05", zone: "Asia/Kolkata" }, { exports: null }, [
    { featureKey: "exports", value: "100", resets: "month" },
  ]);
  const reserved = await ask(story, "exports", { quantity: "60", reserve: true });
  // India is 5:30 ahead: February begins there at 18:30 UTC on January 31.
  expect(reserved).toMatchObject({
    allowed: true,
    reserved: "60",
    remaining: "40",
    resetsAt: "2026-01-31T18:30:00.000Z",
  });
  const settle = { reservationId: reserved.reservationId, quantity: "55.5" };
  // 100 − 55.5 = 44.5
  expect(await ask(story, "exports", { settle, quantity: "45" })).toMatchObject({
    allowed: false,
    reason: "limit_reached",
    used: "55.5",
    reserved: "0",
    remaining: "44.5",
  });
  await story.advanceTo("2026-01-31T23:59:59");
  expect(await ask(story, "exports")).toMatchObject({ used: "55.5", remaining: "44.5" });
  await story.advanceTo("2026-02-01");
  expect(await ask(story, "exports")).toMatchObject({
    used: "0",
    remaining: "100",
    resetsAt: "2026-02-28T18:30:00.000Z",
  });
});

test("a reservation of January settled in February counts in January", async () => {
  const { story } = await soldPlan({ start: "2026-01-05" }, { exports: null }, [
    { featureKey: "exports", value: "10", resets: "month" },
  ]);
  await story.advanceTo("2026-01-31T23:50");
  const { reservationId } = await ask(story, "exports", { quantity: "4", reserve: true });
  await story.advanceTo("2026-02-01T00:01");
  const settled = await ask(story, "exports", { settle: { reservationId, quantity: "7" }, quantity: "10" });
  expect(settled).toMatchObject({ allowed: true, used: "0", reserved: "0", remaining: "10" });
});

test("a settlement above its estimate counts, with the overage shown", async () => {
  const { story } = await soldPlan({ start: "2026-01-05" }, { tokens: null }, [
    { featureKey: "tokens", value: "1000", resets: "day" },
  ]);
  const { reservationId } = await ask(story, "tokens", { quantity: "900", reserve: true });
  // 1,250 − 1,000 = 250 too much; nothing is left for the next.
  const next = await ask(story, "tokens", {
    settle: { reservationId, quantity: "1250" },
    quantity: "1",
    reserve: true,
  });
  expect(next).toMatchObject({ allowed: false, used: "1250", remaining: "0", overage: "250", reservationId: null });
});

test("an unsettled reservation expires, and late work still counts", async () => {
  const { story } = await soldPlan({ start: "2026-01-05" }, { tokens: null }, [{ featureKey: "tokens", value: "100" }]);
  await story.advanceTo("2026-01-05T08:00");
  const { reservationId } = await ask(story, "tokens", { quantity: "80", reserve: true, expiresInSeconds: 600 });
  await story.advanceTo("2026-01-05T08:09:59");
  expect(await ask(story, "tokens", { quantity: "21" })).toMatchObject({
    allowed: false,
    reserved: "80",
    remaining: "20",
  });
  await story.advanceTo("2026-01-05T08:10");
  expect(await ask(story, "tokens", { quantity: "100" })).toMatchObject({
    allowed: true,
    reserved: "0",
    remaining: "100",
  });
  const other = await ask(story, "tokens", { quantity: "50", reserve: true });
  expect(other).toMatchObject({ allowed: true, reserved: "50", remaining: "50" });
  // 80 + 50 held back would be 130; what is used is 70, and 100 − 70 − 50 < 0.
  const late = await ask(story, "tokens", { settle: { reservationId, quantity: "70" } });
  expect(late).toMatchObject({
    allowed: false,
    used: "70",
    reserved: "50",
    remaining: "0",
    overage: "0",
    resetsAt: null,
  });
});

test("a retried call counts once: reserving by uniqueId, settling by reservation", async () => {
  const { story } = await soldPlan({ start: "2026-01-05" }, { tokens: null }, [{ featureKey: "tokens", value: "100" }]);
  const reserve = { quantity: "60", reserve: true, uniqueId: "job-1" };
  const first = await ask(story, "tokens", reserve);
  const again = await ask(story, "tokens", reserve);
  expect(again).toEqual(first);
  expect(first).toMatchObject({ allowed: true, reserved: "60", remaining: "40" });
  const settle = { reservationId: first.reservationId, quantity: "30" };
  const both = { settle, quantity: "70", reserve: true, uniqueId: "job-2" };
  const second = await ask(story, "tokens", both);
  expect(second).toMatchObject({ allowed: true, used: "30", reserved: "70", remaining: "0" });
  expect(await ask(story, "tokens", both)).toEqual(second);
  // The first call a third time: its reservation is settled, and no new one is created.
  expect(await ask(story, "tokens", reserve)).toMatchObject({
    allowed: true,
    reservationId: first.reservationId,
    used: "30",
  });
});

test("with several subscriptions booleans are combined with or, quantities add up, and unlimited wins", async () => {
  const { story } = await soldPlan({ start: "2026-01-05" }, { sso: true, seats: null, tokens: null }, [
    { featureKey: "sso", value: false },
    { featureKey: "seats", value: "5" },
    { featureKey: "tokens", value: "1000", resets: "month" },
  ]);
  expect(await ask(story, "sso")).toMatchObject({ allowed: false, reason: "not_entitled", limit: null });
  const extra = { prices: [await story.fixed("Extra", "9.00")] };
  await story.subscribe({ ...extra, entitlements: [{ featureKey: "seats", value: "2.5" }] });
  expect(await ask(story, "seats")).toMatchObject({ limit: "7.5" }); // 5 + 2.5
  const more = [
    { featureKey: "sso", value: true },
    { featureKey: "seats", value: "unlimited" },
  ];
  await story.subscribe({ ...extra, contractStartDate: "2026-01-20", entitlements: more });
  expect(await ask(story, "seats")).toMatchObject({ limit: "7.5", unlimited: false }); // not begun yet
  await story.advanceTo("2026-01-20");
  expect(await ask(story, "sso")).toMatchObject({ allowed: true, reason: null });
  expect(await ask(story, "seats", { quantity: "1000000", reserve: true })).toMatchObject({
    allowed: true,
    limit: null,
    unlimited: true,
    reserved: "1000000",
    remaining: null,
  });
  const all = await story.api.get<{ entitlements: { featureKey: string; subscriptionIds: string[] }[] }>(
    `/accounts/${story.accountId}/entitlements`,
  );
  expect(all.entitlements).toMatchObject([
    { featureKey: "seats", type: "quantity", unlimited: true, resets: "none", allowed: true },
    { featureKey: "sso", type: "boolean", allowed: true, used: null, resets: null },
    { featureKey: "tokens", limit: "1000", remaining: "1000", resets: "month", resetsAt: "2026-02-01T00:00:00.000Z" },
  ]);
  expect(all.entitlements.map((one) => one.subscriptionIds.length)).toEqual([3, 2, 1]);
});

test("the oldest subscription determines the period", async () => {
  const { story, id } = await soldPlan({ start: "2026-01-05" }, { tokens: null }, [
    { featureKey: "tokens", value: "100", resets: "year" },
  ]);
  const entitlements = [{ featureKey: "tokens", value: "20", resets: "month" }];
  await story.advanceTo("2026-01-10");
  await story.subscribe({
    prices: [await story.fixed("Extra", "9.00")],
    contractStartDate: "2026-01-10",
    entitlements,
  });
  expect(await ask(story, "tokens")).toMatchObject({ limit: "120", resetsAt: "2027-01-01T00:00:00.000Z" });
  await story.act(id, "cancel", { effective: "2026-01-15" });
  await story.advanceTo("2026-01-15");
  expect(await ask(story, "tokens")).toMatchObject({ limit: "20", resetsAt: "2026-02-01T00:00:00.000Z" });
});

test("paused and ended subscriptions grant nothing from those days on (R-SUB-6)", async () => {
  const { story, id } = await soldPlan({ start: "2026-03-01", zone: "America/New_York" }, { sso: true, tokens: null }, [
    { featureKey: "sso", value: true },
    { featureKey: "tokens", value: "100", resets: "billing_period" },
  ]);
  const { reservationId } = await ask(story, "tokens", { quantity: "30", reserve: true, expiresInSeconds: 604_800 });
  await story.act(id, "pause", { effective: "2026-03-03", resumesOn: "2026-03-05" });
  await story.advanceTo("2026-03-02T23:59");
  expect((await ask(story, "sso")).allowed).toBe(true);
  await story.advanceTo("2026-03-03");
  expect(await ask(story, "sso")).toMatchObject({ allowed: false, reason: "not_entitled" });
  // Work that began before is settled too.
  expect(await ask(story, "tokens", { settle: { reservationId, quantity: "10" }, reserve: true })).toMatchObject({
    allowed: false,
    reason: "not_entitled",
    limit: "0",
    resetsAt: null,
  });
  await story.advanceTo("2026-03-05");
  expect((await ask(story, "sso")).allowed).toBe(true);
  expect(await ask(story, "tokens")).toMatchObject({ used: "10", remaining: "90" });
  await story.act(id, "cancel"); // the 5th is included
  await story.advanceTo("2026-03-05T23:59");
  expect((await ask(story, "sso")).allowed).toBe(true);
  await story.act(id, "cancel/withdraw");
  await story.advanceTo("2026-03-06");
  expect((await ask(story, "sso")).allowed).toBe(true);
  await story.act(id, "cancel", { effective: "2026-03-08" });
  await story.advanceTo("2026-03-08");
  expect((await ask(story, "sso")).allowed).toBe(false);
  expect(await story.api.get(`/accounts/${story.accountId}/entitlements`)).toMatchObject({ entitlements: [] });
});

test("a trial entitles, and the days before the first billing date are one period", async () => {
  const { story } = await soldPlan(
    { start: "2026-01-10" },
    { tokens: null },
    [{ featureKey: "tokens", value: "100", resets: "billing_period" }],
    { trialPeriodDays: 21 },
  );
  // 10 + 21 days: the first billing date is January 31, and the month after it ends on February 28 (R-TIME-2).
  expect(await ask(story, "tokens")).toMatchObject({
    allowed: true,
    limit: "100",
    resetsAt: "2026-01-31T00:00:00.000Z",
  });
  await story.advanceTo("2026-01-31");
  expect(await ask(story, "tokens")).toMatchObject({ resetsAt: "2026-02-28T00:00:00.000Z" });
  await story.advanceTo("2026-02-28");
  expect(await ask(story, "tokens")).toMatchObject({ resetsAt: "2026-03-31T00:00:00.000Z" });
});

test("an upgrade raises the limit at once and keeps the used quantity; a downgrade waits for its day", async () => {
  const { story, id } = await soldPlan({ start: "2026-01-01" }, { tokens: null, sso: true }, [
    { featureKey: "tokens", value: "100", resets: "month" },
  ]);
  const { reservationId } = await ask(story, "tokens", { quantity: "90", reserve: true });
  await ask(story, "tokens", { settle: { reservationId, quantity: "90" } });
  await story.advanceTo("2026-01-16T15:00");
  const large = await story.plan("Large", [await story.fixed("Large", "99.00")], {
    entitlements: [
      { featureKey: "tokens", value: "500", resets: "month" },
      { featureKey: "sso", value: true },
    ],
  });
  await story.change(id, { planId: large });
  expect(await ask(story, "tokens", { quantity: "400" })).toMatchObject({
    allowed: true,
    used: "90",
    remaining: "410",
  });
  expect((await ask(story, "sso")).allowed).toBe(true);
  await story.change(id, {
    entitlements: [{ featureKey: "tokens", value: "50", resets: "month" }],
    effective: "2026-01-20",
  });
  expect(await ask(story, "tokens")).toMatchObject({ limit: "500" });
  await story.advanceTo("2026-01-20");
  // 90 used of 50: 40 too much.
  expect(await ask(story, "tokens")).toMatchObject({ limit: "50", used: "90", remaining: "0", overage: "40" });
  expect((await ask(story, "sso")).allowed).toBe(false);
});

test("a version keeps the previous grants unless it sets others, and shows them", async () => {
  const { story, id } = await soldPlan({ start: "2026-01-01" }, { tokens: null }, [
    { featureKey: "tokens", value: "100", resets: "month" },
  ]);
  const price = await story.fixed("Next", "59.00");
  const kept = await story.version(id, "2026-01-10", [price]);
  expect(kept["entitlements"]).toEqual([{ featureKey: "tokens", value: "100", resets: "month" }]);
  const draft = await story.api.post(`/subscriptions/${id}/versions`, { startDate: "2026-01-20", entitlements: [] });
  const written = await story.api.patch(`/subscriptions/${id}/versions/${draft.id}`, {
    priceGroups: [{ priceIds: [price] }],
    entitlements: [{ featureKey: "tokens", value: "7" }],
  });
  expect(written["entitlements"]).toEqual([{ featureKey: "tokens", value: "7", resets: "none" }]);
  await story.api.post(`/subscriptions/${id}/versions/${draft.id}/publish`);
  await story.advanceTo("2026-01-20");
  expect(await ask(story, "tokens")).toMatchObject({ limit: "7" });
});

test("a metered feature uses the metric's usage, and settling only releases the reservation", async () => {
  const story = await scenario({ start: "2026-01-05" });
  const metric = await story.metric("API calls");
  await makeFeatures(story.api, { calls: metric });
  const entitlements = [{ featureKey: "calls", value: "100", resets: "month" }];
  await story.subscribe({ prices: [await story.fixed("Base", "49.00")], entitlements });
  await story.use("api_calls", 40, "2026-01-06");
  expect(await ask(story, "calls", { quantity: "61" })).toMatchObject({ allowed: false, used: "40", remaining: "60" });
  const held = await ask(story, "calls", { quantity: "30", reserve: true });
  expect(held).toMatchObject({ allowed: true, used: "40", reserved: "30", remaining: "30" });
  await story.use("api_calls", 25, "2026-01-06");
  const settle = { reservationId: held.reservationId, quantity: "25" };
  // 40 + 25 by events; the 25 of the settlement are the same work.
  expect(await ask(story, "calls", { settle, quantity: "35", reserve: true })).toMatchObject({
    allowed: true,
    used: "65",
    reserved: "35",
    remaining: "0",
  });
  expect(await ask(story, "calls", { reserve: true })).toMatchObject({ allowed: false, reason: "limit_reached" });
  const { entitlements: all } = await story.api.get<{ entitlements: object[] }>(
    `/accounts/${story.accountId}/entitlements`,
  );
  expect(all).toMatchObject([{ featureKey: "calls", used: "65", reserved: "35", allowed: false }]);
  await story.advanceTo("2026-02-01");
  expect(await ask(story, "calls")).toMatchObject({ used: "0", remaining: "100" });
});

test("a move to another zone moves resets and keeps the used quantity (R-TIME-1)", async () => {
  const { story } = await soldPlan({ start: "2026-01-05", zone: "Asia/Tokyo" }, { tokens: null }, [
    { featureKey: "tokens", value: "100", resets: "month" },
  ]);
  await ask(story, "tokens", { quantity: "30", reserve: true, expiresInSeconds: 604_800 });
  await story.advanceTo("2026-01-10");
  await story.api.patch(`/accounts/${story.accountId}`, { timezone: "America/Los_Angeles" });
  expect(await ask(story, "tokens")).toMatchObject({ reserved: "30", resetsAt: "2026-02-01T08:00:00.000Z" });
  await ask(story, "tokens", { quantity: "20", reserve: true, expiresInSeconds: 604_800 });
  expect(await ask(story, "tokens")).toMatchObject({ reserved: "50", remaining: "50" });
});

test("a quote shows the entitlements that the customer signs (R-SUB-1)", async () => {
  const story = await scenario({ start: "2026-01-05" });
  await makeFeatures(story.api, { sso: true, tokens: null });
  const entitlements = [
    { featureKey: "sso", value: true },
    { featureKey: "tokens", value: "1000", resets: "month" },
  ];
  const plan = await story.plan("Pro", [await story.fixed("Base", "49.00")], { entitlements });
  const { id } = await story.subscribe({ plan, activate: false });
  const sent = await sendQuote(story.api, id);
  const { body } = await readQuote(story.environment, sent.token);
  expect(body["document"]).toMatchObject({
    versions: [
      {
        entitlements: [
          { feature: "sso", value: true, resets: "none" },
          { feature: "tokens", value: "1000", resets: "month" },
        ],
      },
    ],
  });
  // An offer grants nothing.
  expect(await ask(story, "sso")).toMatchObject({ allowed: false, reason: "not_entitled" });
});

test("closed reservations are deleted after a month, and their use still counts", async () => {
  const { story } = await soldPlan({ start: "2026-01-05" }, { tokens: null }, [{ featureKey: "tokens", value: "100" }]);
  const [settled, open] = [
    await ask(story, "tokens", { reserve: true }),
    await ask(story, "tokens", { reserve: true }),
  ];
  const settle = { reservationId: settled.reservationId, quantity: "7" };
  await ask(story, "tokens", { settle });
  const { ports } = story.environment;
  const actor = { type: "command", id: "test" } as const;
  const forget = (days: number) => {
    const at = Temporal.Instant.from(ports.clock.now()).add({ hours: days * 24 });
    const clock = { now: () => at.toString() };
    return runDueWork({ ...ports, clock, organizationId: story.organizationId, actor, requestId: null });
  };
  await forget(29);
  expect(await ask(story, "tokens", { settle })).toMatchObject({ used: "7", reserved: "1" });
  await forget(31);
  const path = `/accounts/${story.accountId}/entitlements/tokens/check`;
  expect((await story.api.request("POST", path, { body: { settle } })).status).toBe(422);
  // The open one is kept: 7 + 2 settled.
  const last = { reservationId: open.reservationId, quantity: "2" };
  expect(await ask(story, "tokens", { settle: last })).toMatchObject({ used: "9", reserved: "0" });
});
