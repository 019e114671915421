import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

// R-CREDIT-1: prepaid credit is spent as usage happens.

interface Answer {
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly holdId: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly available: string;
}

interface Balances {
  readonly balances: readonly Readonly<
    Record<"currency" | "granted" | "drawn" | "running" | "held" | "available", string>
  >[];
}

/** An account with a grant, and usage in tiers: the first 100 are free, then 1.00, and 0.50 from 1,001. */
async function prepaid(amount: string, graceHours = 0): Promise<Story> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", graceHours });
  const tokens = await story.usage("Tokens", { graduated: "0–100 @0, 101–1000 @1, 1001+ @0.5" });
  await story.subscribe({ prices: [tokens] });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount, currency: "EUR" });
  return story;
}

const balanceOf = async ({ api, accountId }: Story) => {
  const { balances } = await api.get<Balances>(`/accounts/${accountId}/credit`);
  const [{ granted, drawn, running, held, available } = { granted: "" } as Balances["balances"][number]] = balances;
  return [granted, drawn, running, held, available];
};
const hold = ({ api, accountId }: Story, uniqueId: string, quantity: number) =>
  api.post<Answer>(`/accounts/${accountId}/credit/hold`, {
    uniqueId,
    events: [{ eventName: "tokens", properties: { quantity: quantity } }],
  });

test("a hold takes what its events add, and settling draws what happened (R-CREDIT-1)", async () => {
  const story = await prepaid("500.00");
  const { api, accountId } = story;
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "0.00", "0.00", "500.00"]);
  await story.use("tokens", 300, "2026-01-01"); // 100 free, 200 × 1.00
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "200.00", "0.00", "300.00"]);

  const held = await hold(story, "job-1", 120);
  expect(held).toMatchObject({ allowed: true, reason: null, amount: "120.00", currency: "EUR", available: "180.00" });
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "200.00", "120.00", "180.00"]);
  expect(await hold(story, "job-1", 120)).toEqual(held);
  expect(await hold(story, "job-2", 181)).toMatchObject({
    allowed: false,
    reason: "insufficient_credit",
    holdId: null,
  });

  const body = {
    holdId: held.holdId,
    events: [{ uniqueId: "e-1", account: accountId, eventName: "tokens", properties: { quantity: 90 } }],
  };
  const settled = await api.post(`/accounts/${accountId}/credit/settle`, body);
  expect(settled).toMatchObject({ amount: "90.00", held: "120.00", overage: "0.00", available: "210.00", ingested: 1 });
  expect(await api.post(`/accounts/${accountId}/credit/settle`, body)).toMatchObject({ amount: "90.00", ingested: 0 });
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "290.00", "0.00", "210.00"]);

  await story.advanceTo("2026-02-03");
  // The invoice of January: 390 tokens, 290 × 1.00.
  expect(await balanceOf(story)).toEqual(["500.00", "290.00", "0.00", "0.00", "210.00"]);
});

const settle = ({ api, accountId }: Story, holdId: string | null, uniqueId: string, quantity: number) =>
  api.post<Readonly<Record<string, unknown>>>(`/accounts/${accountId}/credit/settle`, {
    holdId,
    events: [{ uniqueId, account: accountId, eventName: "tokens", properties: { quantity } }],
  });

test("a hold is rated at the running quantities, with tax and other holds (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  await story.api.post("/tax-rates", { name: "VAT", percentage: "20", country: "DE" });
  await story.api.patch(`/accounts/${story.accountId}`, { taxCountry: "DE" });
  const tokens = await story.usage("Tokens", { graduated: "0–100 @0, 101–200 @1, 201+ @0.5" });
  await story.subscribe({ prices: [tokens] });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "300.00" });
  // 50 free, then 70 × 1.00, both with 20 % on top.
  expect(await hold(story, "a", 50)).toMatchObject({ amount: "0.00", available: "300.00" });
  expect(await hold(story, "b", 120)).toMatchObject({ amount: "84.00", available: "216.00" });
  // 30 × 1.00 + 100 × 0.50
  const c = await hold(story, "c", 130);
  expect(c).toMatchObject({ amount: "96.00", available: "120.00" });
  // All of it: 200 × 0.50
  const check = await story.api.post<Answer>(`/accounts/${story.accountId}/credit/check`, {
    events: [
      { eventName: "tokens", properties: { quantity: 100 } },
      { eventName: "tokens", properties: { quantity: 100 } },
    ],
  });
  expect(check).toMatchObject({ allowed: true, holdId: null, amount: "120.00", available: "120.00" });
  // Without c, tokens move to the tier of 1.00: 30 × 1.00 + 70 × 0.50.
  await story.api.post(`/accounts/${story.accountId}/credit/release`, { holdId: c.holdId });
  expect(await hold(story, "d", 100)).toMatchObject({ amount: "78.00", available: "138.00" });
  expect(await balanceOf(story)).toEqual(["300.00", "0.00", "0.00", "162.00", "138.00"]);
});

test("grants of products and of units pay for what they can, in their order (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const tokens = await story.usage("Tokens", { unit: "0.10" });
  const images = await story.usage("Images", { unit: "2" });
  await story.subscribe({ prices: [tokens, images] });
  const priceOf = (id: string) => story.api.get<{ productId: string; metricIds: string[] }>(`/prices/${id}`);
  const grants = `/accounts/${story.accountId}/credit-grants`;
  const { metricIds } = await priceOf(tokens);
  await story.api.post(grants, { amount: "50.00", productIds: [(await priceOf(images)).productId] });
  await story.api.post(grants, { amount: "1000", metricId: metricIds?.[0] ?? "" });
  const events = (tokenCount: number, imageCount: number) => [
    { eventName: "tokens", properties: { quantity: tokenCount } },
    { eventName: "images", properties: { quantity: imageCount } },
  ];
  const holdAll = (uniqueId: string, of: object[]) =>
    story.api.post<Answer>(`/accounts/${story.accountId}/credit/hold`, { uniqueId, events: of });
  // 600 units, and 20 × 2.00 of money
  expect(await holdAll("a", events(600, 20))).toMatchObject({ allowed: true, amount: "100.00", available: "10.00" });
  // 400 units are left, but not 6 × 2.00.
  expect(await holdAll("b", events(400, 6))).toMatchObject({ allowed: false, holdId: null, available: "10.00" });
  expect(await holdAll("c", events(401, 0))).toMatchObject({ allowed: false });
  expect(await holdAll("d", events(400, 5))).toMatchObject({ allowed: true, amount: "50.00", available: "0.00" });
  const { units } = await story.api.get<{ units: object[] }>(`/accounts/${story.accountId}/credit`);
  expect(units).toMatchObject([{ granted: "1000", running: "0", held: "1000", available: "0" }]);
});

test("a draft in its grace period stays running until it is issued (R-CREDIT-2)", async () => {
  const story = await prepaid("500.00", 12);
  await story.use("tokens", 150, "2026-01-10");
  await story.advanceTo("2026-02-01T00:30");
  const { items } = await story.api.get<{ items: { status: string; total: string }[] }>("/invoices");
  expect(items.map(({ status, total }) => [status, total])).toEqual([["draft", "50.00"]]);
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "50.00", "0.00", "450.00"]);
  await story.use("tokens", 25, "2026-01-31"); // late, and in time for the draft
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "75.00", "0.00", "425.00"]);
  await story.use("tokens", 110, "2026-02-01"); // February: 100 free, 10 × 1.00
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "85.00", "0.00", "415.00"]);
  await story.advanceTo("2026-02-02");
  expect(await balanceOf(story)).toEqual(["500.00", "75.00", "10.00", "0.00", "415.00"]);
});

test("a hold that expires, is released or belongs to another account holds nothing (R-CREDIT-1)", async () => {
  const story = await prepaid("500.00");
  const path = `/accounts/${story.accountId}/credit`;
  const expiring = await story.api.post<Answer>(`${path}/hold`, {
    uniqueId: "short",
    expiresInSeconds: 60,
    events: [{ eventName: "tokens", properties: { quantity: 200 } }],
  });
  expect(expiring.available).toBe("400.00");
  await story.advanceTo("2026-01-01T00:02");
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "0.00", "0.00", "500.00"]);
  await expect(settle(story, expiring.holdId, "e", 1)).rejects.toThrow(/expired at .* POST \/events/);
  const released = await hold(story, "r", 300);
  const release = { holdId: released.holdId };
  expect(await story.api.post(`${path}/release`, release)).toMatchObject({ released: "200.00", available: "500.00" });
  expect(await story.api.post(`${path}/release`, release)).toMatchObject({ released: "200.00", available: "500.00" });
  await expect(settle(story, released.holdId, "e", 1)).rejects.toThrow(/was released/);
  const other = await story.account();
  const foreign = await story.api.request("POST", `/accounts/${other}/credit/release`, { body: release });
  expect([foreign.status, JSON.stringify(foreign.body)]).toEqual([422, expect.stringContaining("unknown_hold")]);
});

test("what cannot be held is named, and nothing is held by mistake (R-CREDIT-1)", async () => {
  const story = await prepaid("500.00");
  const path = `/accounts/${story.accountId}/credit`;
  const codesOf = async (url: string, body: object) => {
    const { status, body: answer } = await story.api.request<{
      code: string;
      errors?: { pointer: string; code: string }[];
    }>("POST", url, { body });
    return [
      status,
      ...(answer.errors ?? [{ pointer: "", code: answer.code }]).map((one) => `${one.pointer} ${one.code}`),
    ];
  };
  const held = (events: object[], more: object = {}) => codesOf(`${path}/hold`, { uniqueId: "x", events, ...more });
  const tokens = (quantity: unknown) => ({ eventName: "tokens", properties: { quantity } });
  expect(await held([tokens(1), { eventName: "images" }])).toEqual([422, "/events/1/eventName not_priced"]);
  expect(await held([tokens("many")])).toEqual([422, "/events/0/properties value_not_numeric"]);
  expect(await held([{ eventName: "tokens" }])).toEqual([422, "/events/0/properties value_missing"]);
  expect(await held([tokens("-5")])).toEqual([422, "/events/0/properties negative"]);
  expect(await held([tokens(1)], { currency: "USD" })).toEqual([422, "/currency other_currency"]);
  expect(await held([])).toEqual([422, expect.stringContaining("/events")]);
  const first = await hold(story, "same", 110);
  expect(await held([tokens(111)], { uniqueId: "same" })).toEqual([409, " state_conflict"]);
  const real = (account: string, more: object = {}) => ({
    holdId: first.holdId,
    events: [{ uniqueId: "real", account, ...tokens(120), ...more }],
  });
  const other = await story.account();
  expect(await codesOf(`${path}/settle`, real(other))).toEqual([422, "/events/0/account other_account"]);
  expect(await codesOf(`${path}/settle`, real("not-yet-known"))).toEqual([422, "/events/0/account other_account"]);
  expect(await codesOf(`${path}/settle`, real(story.accountId, { timestamp: "2027-01-01T00:00:00Z" }))).toEqual([
    422,
    "/events/0 timestamp_too_far_ahead",
  ]);
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "0.00", "10.00", "490.00"]);
  // More than was held is taken, and shown.
  expect(await settle(story, first.holdId, "real", 120)).toMatchObject({ amount: "20.00", overage: "10.00" });
  expect(await codesOf(`${path}/settle`, real(story.accountId, { uniqueId: "else" }))).toEqual([
    409,
    " state_conflict",
  ]);
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "20.00", "0.00", "480.00"]);
  expect((await story.api.request("GET", "/accounts/acct_00000000000000000000000000/credit")).status).toBe(404);
});

test("an agent stops itself at 0.00: 500 agents on one grant spend exactly the grant (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const tokens = await story.usage("Tokens", { unit: "0.37" });
  await story.subscribe({ prices: [tokens] });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "92.50" }); // 250 × 0.37
  const agents = Array.from({ length: 500 }, async (_, agent) => {
    const held = await hold(story, `agent-${agent}`, 1);
    if (!held.allowed) return "0";
    const settled = await settle(story, held.holdId, `call-${agent}`, 1);
    return String(settled["amount"]);
  });
  const spent = await Promise.all(agents);
  expect(spent.filter((amount) => amount === "0.37")).toHaveLength(250);
  expect(spent.filter((amount) => amount === "0")).toHaveLength(250);
  expect(await balanceOf(story)).toEqual(["92.50", "0.00", "92.50", "0.00", "0.00"]);
  await story.advanceTo("2026-02-03");
  expect((await story.invoices())[0]).toMatchObject({ total: "92.50", creditsApplied: "92.50", status: "paid" });
}, 120_000);

test("an event in several settlements at the same time costs once (R-CREDIT-1)", async () => {
  const story = await prepaid("500.00");
  await story.use("tokens", 100, "2026-01-01"); // the free ones
  const held = await Promise.all(Array.from({ length: 12 }, (_, place) => hold(story, `job-${place}`, 10)));
  const settled = await Promise.all(held.map(({ holdId }) => settle(story, holdId, "shared", 7)));
  const costly = settled.filter(({ amount }) => amount !== "0.00");
  expect(costly).toMatchObject([{ amount: "7.00", ingested: 1 }]);
  expect(settled.filter(({ ingested }) => ingested === 0)).toHaveLength(11);
  // The last one saw all the others settled.
  expect(settled.map(({ available }) => available)).toContain("493.00");
  expect(await balanceOf(story)).toEqual(["500.00", "0.00", "7.00", "0.00", "493.00"]);
});

test("a hold that is repeated after it was settled is refused, and says why (R-CREDIT-1)", async () => {
  const story = await prepaid("500.00");
  const { holdId } = await hold(story, "job", 110);
  await settle(story, holdId, "real", 110);
  await expect(hold(story, "job", 110)).rejects.toThrow(/was settled at .* hold with a new uniqueId/);
  await expect(settle(story, holdId, "else", 110)).rejects.toThrow(
    /was settled at .* It was settled with other events/,
  );
});

test("a unique ID whose hold is closed is refused also if nothing could be held, and does not affect calls of the same moment (R-CREDIT-1)", async () => {
  const story = await prepaid("50.00");
  const { api, accountId } = story;
  const { holdId } = await hold(story, "job", 110);
  await settle(story, holdId, "real", 110);
  const gone = await hold(story, "gone", 20);
  await api.post(`/accounts/${accountId}/credit/release`, { holdId: gone.holdId });
  // 40.00 are left, and 1 token costs 1.00.
  const answers = await Promise.allSettled([
    hold(story, "next-1", 10),
    hold(story, "job", 110),
    hold(story, "next-2", 10),
    hold(story, "gone", 20),
    hold(story, "next-3", 10),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"]);
  expect(await balanceOf(story)).toEqual(["50.00", "0.00", "10.00", "30.00", "10.00"]);
  await hold(story, "next-4", 10);
  // Nothing is available any more, and the answer is still about the unique ID.
  expect((await hold(story, "next-5", 10)).reason).toBe("insufficient_credit");
  await expect(hold(story, "job", 110)).rejects.toThrow(/was settled at/);
  await expect(hold(story, "job", 111)).rejects.toThrow(/and other events/);
  await expect(
    api.post(`/accounts/${accountId}/credit/hold`, {
      uniqueId: "gone",
      events: [{ eventName: "tokens", properties: { quantity: 20 } }],
      settle: { holdId: "hold_unknown", events: [] },
    }),
  ).rejects.toThrow(/was released/);
  expect(await balanceOf(story)).toEqual(["50.00", "0.00", "10.00", "40.00", "0.00"]);
});

test("an account that refuses to settle more than was held settles exactly what was held, also if it costs more now", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const { api, accountId } = story;
  await story.subscribe({ prices: [await story.usage("Tokens", { graduated: "0–100 @0.1, 101+ @0.05" })] });
  await api.post(`/accounts/${accountId}/credit-grants`, { amount: "15.00" });
  await api.patch(`/accounts/${accountId}/credit-settings`, { settleAboveHeld: "refuse" });
  const [first, second] = [await hold(story, "first", 100), await hold(story, "second", 100)];
  expect([first.amount, second.amount, second.available]).toEqual(["10.00", "5.00", "0.00"]);
  // The second hold is the only one then, so it holds units of the dearer tier.
  await api.post(`/accounts/${accountId}/credit/release`, { holdId: first.holdId });
  expect(await balanceOf(story)).toEqual(["15.00", "0.00", "0.00", "10.00", "5.00"]);
  const settle = (quantity: number) =>
    api.request<{ amount: string; overage: string }>("POST", `/accounts/${accountId}/credit/settle`, {
      body: {
        holdId: second.holdId,
        events: [{ uniqueId: "one", account: accountId, eventName: "tokens", properties: { quantity } }],
      },
    });
  expect((await settle(101)).status).toBe(422);
  expect((await settle(100)).body).toMatchObject({ amount: "10.00", held: "5.00", overage: "5.00" });
});

test("nothing can be held while the subscription is paused, and an expired hold releases nothing", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const { api, accountId } = story;
  const { id } = await story.subscribe({ prices: [await story.usage("Tokens", { unit: "1" })] });
  await api.post(`/accounts/${accountId}/credit-grants`, { amount: "15.00" });
  const before = await hold(story, "before", 10);
  await story.advanceTo("2026-01-02");
  const { body } = await api.request("POST", `/accounts/${accountId}/credit/release`, {
    body: { holdId: before.holdId },
  });
  expect(body).toMatchObject({ released: "0.00", available: "15.00" });
  await api.post(`/subscriptions/${id}/pause`, { effective: "now" });
  await story.advanceTo("2026-01-04");
  const refused = await api.request("POST", `/accounts/${accountId}/credit/hold`, {
    body: { uniqueId: "paused", events: [{ eventName: "tokens", properties: { quantity: 1 } }] },
  });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining("not_priced")]);
});
