import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1: one call settles the hold of a step and holds for the next.

interface Answer {
  readonly allowed: boolean;
  readonly holdId: string | null;
  readonly amount: string;
  readonly available: string;
  readonly settled: Readonly<Record<string, unknown>> | null;
}

/** An account with a grant, and usage in tiers: the first 100 are free, then 1.00 each. */
async function prepaid(amount: string): Promise<Story> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const tokens = await story.usage("Tokens", { graduated: "0–100 @0, 101+ @1" });
  await story.subscribe({ prices: [tokens] });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount, currency: "EUR" });
  return story;
}

/** What is running, held and available. */
async function standing({ api, accountId }: Story): Promise<(string | undefined)[]> {
  type Balance = Readonly<Record<"running" | "held" | "available", string>>;
  const { balances } = await api.get<{ balances: Balance[] }>(`/accounts/${accountId}/credit`);
  return [balances[0]?.running, balances[0]?.held, balances[0]?.available];
}

const tokens = (quantity: unknown) => ({ eventName: "tokens", properties: { quantity } });

/** A step that expects a quantity, after one that used another. */
function step(uniqueId: string, quantity: number, before?: { holdId: string | null; used: number }) {
  const settle = (account: string) => {
    if (before === undefined) return {};
    const events = [{ uniqueId: `real-${before.holdId}`, account, ...tokens(before.used) }];
    return { settle: { holdId: before.holdId, events } };
  };
  return (account: string) => ({ uniqueId, events: [tokens(quantity)], ...settle(account) });
}

const send = ({ api, accountId }: Story, body: ReturnType<typeof step>) =>
  api.post<Answer>(`/accounts/${accountId}/credit/hold`, body(accountId));

/** The status of a refused call, and the place and code of each fault. */
async function refused({ api, accountId }: Story, body: object): Promise<unknown[]> {
  type Faults = { code: string; errors?: { pointer: string; code: string }[] };
  const path = `/accounts/${accountId}/credit/hold`;
  const { status, body: answer } = await api.request<Faults>("POST", path, { body });
  const faults = answer.errors ?? [{ pointer: "", code: answer.code }];
  return [status, ...faults.map(({ pointer, code }) => `${pointer} ${code}`)];
}

test("one call settles the hold of a step and holds for the next (R-CREDIT-1)", async () => {
  const story = await prepaid("500.00");
  const first = await send(story, step("step-1", 150));
  expect(first).toMatchObject({ allowed: true, amount: "50.00", available: "450.00" });
  expect(first).toHaveProperty("settled", null);

  // 120 happened: 20 × 1.00. The next step is rated on top of them.
  const next = step("step-2", 60, { holdId: first.holdId, used: 120 });
  const second = await send(story, next);
  expect(second).toMatchObject({ allowed: true, amount: "60.00", available: "420.00" });
  expect(second.settled).toEqual({
    holdId: first.holdId,
    amount: "20.00",
    held: "50.00",
    overage: "0.00",
    currency: "EUR",
    available: "480.00",
    ingested: 1,
    duplicates: 0,
  });
  expect(await standing(story)).toEqual(["20.00", "60.00", "420.00"]);

  // Sent again, it neither settles nor holds again.
  const again = await send(story, next);
  expect(again).toEqual({ ...second, settled: { ...second.settled, available: "420.00", ingested: 0, duplicates: 1 } });
  expect(await standing(story)).toEqual(["20.00", "60.00", "420.00"]);

  await story.api.post(`/accounts/${story.accountId}/credit/release`, { holdId: second.holdId });
  await story.advanceTo("2026-02-03");
  expect((await story.invoices())[0]).toMatchObject({ total: "20.00", creditsApplied: "20.00" });
});

test("a step that credit does not cover is not held, and the step before is settled (R-CREDIT-1)", async () => {
  const story = await prepaid("50.00");
  const { holdId } = await send(story, step("step-1", 150));
  const answer = await send(story, step("step-2", 30, { holdId, used: 130 }));
  expect(answer).toMatchObject({ allowed: false, reason: "insufficient_credit", holdId: null, available: "20.00" });
  expect(answer.settled).toMatchObject({ amount: "30.00", ingested: 1, available: "20.00" });
  expect(await standing(story)).toEqual(["30.00", "0.00", "20.00"]);
});

test("a call of which a part is refused changes nothing, and names the place of each fault (R-CREDIT-1)", async () => {
  const story = await prepaid("500.00");
  const { holdId } = await send(story, step("step-1", 150));
  const real = (quantity: unknown, more: object = {}) => ({
    holdId,
    events: [{ uniqueId: "real", account: story.accountId, ...tokens(quantity), ...more }],
  });
  const next = (settle: object, more: object = {}) =>
    refused(story, { uniqueId: "step-2", events: [tokens(10)], settle, ...more });
  const other = await story.account();

  expect(await next({ holdId: "hold_none", events: [] })).toEqual([422, "/settle/holdId unknown_hold"]);
  expect(await next(real(120, { account: other }))).toEqual([422, "/settle/events/0/account other_account"]);
  expect(await next(real(120, { uniqueId: "" }))).toEqual([422, expect.stringContaining("/settle/events/0/uniqueId")]);
  expect(await next(real(120, { timestamp: "2027-01-01T00:00:00Z" }))).toEqual([
    422,
    "/settle/events/0 timestamp_too_far_ahead",
  ]);
  expect(await next(real(120), { events: [{ eventName: "images" }] })).toEqual([422, "/events/0/eventName not_priced"]);
  expect(await next(real(120), { currency: "USD" })).toEqual([422, "/currency other_currency"]);
  // The ID of a hold with other events, and of the one that the call settles.
  expect(await next(real(120), { uniqueId: "step-1" })).toEqual([409, " state_conflict"]);
  const same = await refused(story, { uniqueId: "step-1", events: [tokens(150)], settle: real(120) });
  expect(same).toEqual([409, " state_conflict"]);
  await story.api.patch(`/accounts/${story.accountId}/credit-settings`, { settleAboveHeld: "refuse" });
  expect(await next(real(151))).toEqual([422, "/settle/events above_held"]);

  expect(await standing(story)).toEqual(["0.00", "50.00", "450.00"]);
  expect(await story.api.request("GET", "/events/real")).toMatchObject({ status: 404 });
  expect(await send(story, step("step-2", 10, { holdId, used: 120 }))).toMatchObject({
    allowed: true,
    available: "470.00",
  });
});

test("many agents that step together on one grant spend exactly the grant (R-CREDIT-1)", async () => {
  const story = await prepaid("64.00");
  await story.use("tokens", 100, "2026-01-01"); // the free ones
  const agent = async (name: string) => {
    let spent = 0;
    let held = await send(story, step(`${name}-0`, 1));
    for (let count = 1; held.allowed; count += 1) {
      held = await send(story, step(`${name}-${count}`, 1, { holdId: held.holdId, used: 1 }));
      spent += Number(held.settled?.["amount"]);
    }
    return spent;
  };
  const spent = await Promise.all(Array.from({ length: 32 }, (_, place) => agent(`agent-${place}`)));
  expect(spent.reduce((sum, one) => sum + one, 0)).toBe(64);
  expect(await standing(story)).toEqual(["64.00", "0.00", "0.00"]);
});

test("a hold whose events cannot be priced leaves the step before as it was (R-CREDIT-1)", async () => {
  const story = await prepaid("500.00");
  const cells = [{ values: { region: "eu" }, pricePerUnit: { value: "1" } }];
  const servers = await story.usage("Servers", {
    type: "matrix",
    matrixPricingModel: { dimensions: ["region"], cells },
  });
  await story.subscribe({ prices: [servers] });
  const first = await send(story, step("step-1", 150));
  const before = await standing(story);
  const unpriced = { eventName: "servers", properties: { quantity: 1, region: "ap" } };
  const body = { ...step("step-2", 1, { holdId: first.holdId, used: 120 })(story.accountId), events: [unpriced] };
  expect(await refused(story, body)).toEqual([409, " state_conflict"]);
  expect(await standing(story)).toEqual(before);
  expect(await send(story, step("step-2", 1, { holdId: first.holdId, used: 120 }))).toMatchObject({
    allowed: true,
    settled: { amount: "20.00", ingested: 1 },
  });
});
