import { makeFeatures, scenario } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-API-4: a refused body changes nothing. Holds, reservations and events are written together with those of other requests.

test("a hold, a reservation and events with an unknown member are refused and change nothing", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const { api, accountId } = story;
  const tokens = await story.usage("Tokens", { unit: "1" });
  await makeFeatures(api, { jobs: null });
  const entitlements = [{ featureKey: "jobs", value: "100", resets: "none" }];
  await story.subscribe({ prices: [tokens], entitlements });
  await api.post(`/accounts/${accountId}/credit-grants`, { amount: "100", currency: "EUR" });

  const credit = () => api.get(`/accounts/${accountId}/credit`);
  const entitled = () => api.get(`/accounts/${accountId}/entitlements`);
  const [creditBefore, entitledBefore] = [await credit(), await entitled()];
  const events = [{ eventName: "tokens", properties: { quantity: 10 } }];
  const refused: [path: string, body: object][] = [
    [`/accounts/${accountId}/credit/hold`, { uniqueId: "h-1", events, colour: 1 }],
    [`/accounts/${accountId}/entitlements/jobs/check`, { quantity: "10", reserve: true, uniqueId: "r-1", colour: 1 }],
    ["/events", { events: [{ uniqueId: "e-1", account: accountId, ...events[0] }], colour: 1 }],
  ];
  for (const [path, body] of refused) {
    const { status, body: problem } = await api.request("POST", path, { body });
    expect([path, status, problem["errors"]]).toMatchObject([path, 422, [{ pointer: "/colour" }]]);
  }
  expect(await credit()).toEqual(creditBefore);
  expect(await entitled()).toEqual(entitledBefore);
  expect((await api.request("GET", "/events/e-1")).status).toBe(404);
});

test("a refused body does not fail the calls that are written at the same time", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const { api, accountId } = story;
  await story.subscribe({ prices: [await story.usage("Tokens", { unit: "1" })] });
  await api.post(`/accounts/${accountId}/credit-grants`, { amount: "100", currency: "EUR" });
  const events = [{ eventName: "tokens", properties: { quantity: 1 } }];
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, place) => {
      const body = { uniqueId: `h-${place}`, events, ...(place % 2 === 0 && { colour: 1 }) };
      return (await api.request("POST", `/accounts/${accountId}/credit/hold`, { body })).status;
    }),
  );
  expect(statuses).toEqual(Array.from({ length: 40 }, (_, place) => (place % 2 === 0 ? 422 : 200)));
  const { balances } = await api.get<{ balances: { held: string }[] }>(`/accounts/${accountId}/credit`);
  expect(balances).toMatchObject([{ held: "20.00" }]);
});
