import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1, R-CREDIT-2: a hold whose events would make usage cheaper lends its saving to no other hold. It may be released, or settled with less.

interface Answer {
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly holdId: string | null;
  readonly amount: string;
  readonly available: string;
}

/** Ten calls cost 60.00 and eleven 27.00. A unit of disk costs 1.00. */
async function withCalls(amount: string): Promise<Story> {
  const story = await scenario({ start: "2026-01-01" });
  const calls = await story.usage("Calls", { tiered: "1–10 @5 + 10, 11+ @2 + 5" });
  await story.subscribe({ prices: [calls, await story.usage("Disk", { unit: "1.00" })] });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount });
  return story;
}

function hold({ api, accountId }: Story, uniqueId: string, eventName: string, quantity: number): Promise<Answer> {
  return api.post(`/accounts/${accountId}/credit/hold`, {
    uniqueId,
    events: [{ eventName, properties: { quantity } }],
  });
}

async function moneyOf({ api, accountId }: Story): Promise<readonly string[]> {
  const { balances } = await api.get<{ balances: { running: string; held: string; available: string }[] }>(
    `/accounts/${accountId}/credit`,
  );
  return balances.flatMap(({ running, held, available }) => [running, held, available]);
}

async function settle({ api, accountId }: Story, holdId: string | null, eventName: string, quantity: number) {
  const events = [{ uniqueId: `${holdId}`, account: accountId, eventName, properties: { quantity } }];
  return api.post<{ amount: string; overage: string }>(`/accounts/${accountId}/credit/settle`, { holdId, events });
}

test("what a hold would save is available to no other hold, and is saved when it is settled", async () => {
  const story = await withCalls("65.00");
  await story.use("calls", 10, "2026-01-05");
  const saving = await hold(story, "saving", "calls", 1);
  expect([saving.allowed, saving.amount, saving.available]).toEqual([true, "0.00", "5.00"]);
  expect(await moneyOf(story)).toEqual(["60.00", "0.00", "5.00"]);
  const disk = await hold(story, "disk", "disk", 38);
  expect([disk.allowed, disk.reason, disk.available]).toEqual([false, "insufficient_credit", "5.00"]);
  expect((await hold(story, "less disk", "disk", 5)).allowed).toBe(true);
  expect((await settle(story, saving.holdId, "calls", 1)).amount).toBe("0.00");
  expect(await moneyOf(story)).toEqual(["27.00", "5.00", "33.00"]);
});

test("credit covers each of two holds of which the second makes the first cheaper", async () => {
  const story = await withCalls("64.00");
  await story.use("calls", 8, "2026-01-05");
  expect(await moneyOf(story)).toEqual(["50.00", "0.00", "14.00"]);
  // Nine calls cost 55.00, eleven 27.00, and ten 60.00: so much if only the second hold is settled.
  const [one, two] = [await hold(story, "one", "calls", 1), await hold(story, "two", "calls", 2)];
  expect([one.amount, two.amount, two.available]).toEqual(["5.00", "5.00", "4.00"]);
  expect((await hold(story, "disk", "disk", 5)).allowed).toBe(false);
  expect((await hold(story, "less disk", "disk", 4)).allowed).toBe(true);
  await story.api.post(`/accounts/${story.accountId}/credit/release`, { holdId: one.holdId });
  expect((await settle(story, two.holdId, "calls", 2)).amount).toBe("10.00");
  expect(await moneyOf(story)).toEqual(["60.00", "4.00", "0.00"]);
});

test("the same toward a hard spend limit", async () => {
  const story = await withCalls("1000.00");
  const { api, accountId } = story;
  await api.post("/spend-limits", { accountId, amount: "65.00", enforcement: "hard" });
  await story.use("calls", 10, "2026-01-05");
  expect((await hold(story, "saving", "calls", 1)).allowed).toBe(true);
  const disk = await hold(story, "disk", "disk", 38);
  expect([disk.allowed, disk.reason]).toEqual([false, "spend_limit"]);
  expect((await hold(story, "less disk", "disk", 5)).allowed).toBe(true);
});

test("a hold of fewer seats frees no money for others", async () => {
  const story = await scenario({ start: "2026-01-01" });
  const seats = await story.metric("Seats", { measure: "latest quantity" });
  const prices = [
    await story.usage("Seats", { unit: "1.00" }, { metrics: [seats] }),
    await story.usage("Disk", { unit: "1.00" }),
  ];
  await story.subscribe({ prices });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "65.00" });
  await story.use("seats", 60, "2026-01-05");
  const fewer = await hold(story, "fewer", "seats", 0);
  expect([fewer.allowed, fewer.amount, fewer.available]).toEqual([true, "0.00", "5.00"]);
  expect((await hold(story, "disk", "disk", 38)).allowed).toBe(false);
  await settle(story, fewer.holdId, "seats", 0);
  expect(await moneyOf(story)).toEqual(["0.00", "0.00", "65.00"]);
});
