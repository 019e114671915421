import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1: credit is spent once, also by usage of another period than the one in which it was held.

interface Answer {
  readonly allowed: boolean;
  readonly holdId: string;
  readonly reason: string | null;
}

/** Ten calls of 1.00 each use up the grant. */
async function prepaid(): Promise<Story> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  await story.subscribe({ prices: [await story.usage("Calls", { unit: "1" })] });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "10.00", currency: "EUR" });
  return story;
}

const hold = ({ api, accountId }: Story, uniqueId: string) => {
  const events = [{ eventName: "calls", properties: { quantity: 10 } }];
  return api.post<Answer>(`/accounts/${accountId}/credit/hold`, { uniqueId, events, expiresInSeconds: 86_400 });
};
const settle = ({ api, accountId }: Story, holdId: string, timestamp: string) => {
  const event = { uniqueId: `of ${holdId}`, account: accountId, eventName: "calls", properties: { quantity: 10 } };
  return api.post(`/accounts/${accountId}/credit/settle`, { holdId, events: [{ ...event, timestamp }] });
};
const available = async ({ api, accountId }: Story) => {
  const { balances } = await api.get<{ balances: { running: string; available: string }[] }>(
    `/accounts/${accountId}/credit`,
  );
  return balances.map((one) => `${one.running} running, ${one.available} available`);
};
const totals = async (story: Story) =>
  (await story.invoices()).map(({ total, creditsApplied }) => [total, creditsApplied]);

test("what is settled in an invoiced period is used up at once (R-CREDIT-1)", async () => {
  const story = await prepaid();
  await story.advanceTo("2026-01-31T23:50");
  const { holdId } = await hold(story, "before midnight");
  await story.advanceTo("2026-02-01T00:20");
  expect(await settle(story, holdId, "2026-01-31T23:55:00Z")).toMatchObject({ amount: "10.00", available: "0.00" });
  expect(await hold(story, "after midnight")).toMatchObject({ allowed: false, reason: "insufficient_credit" });
  expect(await available(story)).toEqual(["10.00 running, 0.00 available"]);
  await story.advanceTo("2026-03-01T01:00");
  expect((await totals(story)).filter(([total]) => total !== "0.00")).toEqual([["10.00", "10.00"]]);
});

test("what is settled ahead of the clock is used up before its period begins (R-CREDIT-1)", async () => {
  const story = await prepaid();
  const { api, accountId } = story;
  await api.post("/spend-limits", { accountId, amount: "10.00", enforcement: "hard" });
  await story.advanceTo("2026-01-31T23:30");
  const { holdId } = await hold(story, "before midnight");
  expect(await settle(story, holdId, "2026-02-01T00:15:00Z")).toMatchObject({ amount: "10.00", available: "0.00" });
  expect(await hold(story, "again")).toMatchObject({ allowed: false, reason: "insufficient_credit" });
  expect(await available(story)).toEqual(["10.00 running, 0.00 available"]);
  // It is usage of February.
  expect(await api.get(`/accounts/${accountId}/credit`)).toMatchObject({
    spendLimits: [{ spent: "0.00", periodStart: "2026-01-01" }],
  });
  await story.advanceTo("2026-02-01T00:30");
  expect(await available(story)).toEqual(["10.00 running, 0.00 available"]);
  expect(await api.get(`/accounts/${accountId}/credit`)).toMatchObject({
    spendLimits: [{ spent: "10.00", periodStart: "2026-02-01" }],
  });
  await story.advanceTo("2026-03-01T01:00");
  expect((await totals(story)).filter(([total]) => total !== "0.00")).toEqual([["10.00", "10.00"]]);
});
