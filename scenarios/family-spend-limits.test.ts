import { scenario, type Story, toldSpendLimits } from "@counterfoil/testkit/scenario";
import { describe, expect, test } from "vitest";

// R-FAM-1, R-CREDIT-2: accounts have parents, and a limit may count the usage of a whole family.

interface Answer {
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly spendLimitId: string | null;
  readonly holdId: string | null;
  readonly amount: string;
}

/** Four accounts with credit that pay 1.00 a token: a company, its two departments, and a team of the first one. */
async function company() {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const price = await story.usage("Tokens", { unit: "1" });
  const [sales, support, team] = [
    await story.account({ name: "Sales" }),
    await story.account({ name: "Support" }),
    await story.account({ name: "Team" }),
  ];
  const accounts = { root: story.accountId, sales, support, team };
  for (const account of Object.values(accounts)) {
    await story.subscribe({ prices: [price], account });
    await story.api.patch(`/accounts/${account}/credit-settings`, { creditLine: "1000000" });
  }
  await place(story, sales, story.accountId);
  await place(story, support, story.accountId);
  await place(story, team, sales);
  return { story, ...accounts };
}

const place = ({ api }: Story, account: string, parentId: string | null) =>
  api.patch(`/accounts/${account}/family`, { parentId });
const limit = ({ api }: Story, accountId: string, members: object) =>
  api.post("/spend-limits", { accountId, appliesTo: "family", enforcement: "hard", ...members });
const hold = ({ api }: Story, account: string, uniqueId: string, quantity: number) =>
  api.post<Answer>(`/accounts/${account}/credit/hold`, {
    uniqueId,
    events: [{ eventName: "tokens", properties: { quantity } }],
  });
const uses = async ({ api }: Story, account: string) =>
  (await api.get<{ spendLimits: object[] }>(`/accounts/${account}/credit`)).spendLimits;
const use = (story: Story, account: string, quantity: number) => story.use("tokens", quantity, "2026-01-01", account);

describe("limits of a family (R-CREDIT-2)", () => {
  test("count what all its accounts spent and hold", async () => {
    const { story, root, sales, support, team } = await company();
    const { api } = story;
    const { id } = await limit(story, root, { amount: "100.00" });
    await use(story, sales, 30);
    await use(story, support, 20);
    const first = await hold(story, team, "a", 40);
    expect(first).toMatchObject({ allowed: true, amount: "40.00" });
    expect(await hold(story, support, "b", 11)).toMatchObject({
      allowed: false,
      reason: "spend_limit",
      spendLimitId: id,
    });
    expect(await hold(story, root, "c", 10)).toMatchObject({ allowed: true });
    const check = { events: [{ eventName: "tokens", properties: { quantity: 1 } }] };
    for (const account of [root, sales, support, team]) {
      expect(await uses(story, account)).toEqual([
        expect.objectContaining({
          id,
          accountId: root,
          appliesTo: "family",
          spent: "50.00",
          held: "50.00",
          remaining: "0.00",
          periodStart: "2026-01-01",
        }),
      ]);
      expect(await api.post(`/accounts/${account}/credit/check`, check)).toMatchObject({
        allowed: false,
        reason: "spend_limit",
      });
    }
    // What one account releases, another one can spend. What it settles counts.
    const real = { eventName: "tokens", account: team, uniqueId: "real", properties: { quantity: 25 } };
    await api.post(`/accounts/${team}/credit/settle`, {
      holdId: first.holdId,
      events: [{ ...real, timestamp: "2026-01-01T00:00:00.000Z" }],
    });
    expect(await uses(story, support)).toMatchObject([{ spent: "75.00", held: "10.00", remaining: "15.00" }]);
    expect(await hold(story, support, "d", 16)).toMatchObject({ allowed: false });
    expect(await hold(story, support, "e", 15)).toMatchObject({ allowed: true });
    await story.advanceTo("2026-02-03");
    // Each account is invoiced for its own usage.
    const invoices = await story.invoices();
    const totals = new Map(invoices.map(({ accountId, total }) => [accountId, total]));
    expect(totals).toEqual(
      new Map([
        [root, "0.00"],
        [sales, "30.00"],
        [support, "20.00"],
        [team, "25.00"],
      ]),
    );
    expect(invoices).toHaveLength(4);
    expect(await hold(story, sales, "f", 100)).toMatchObject({ allowed: true });
    expect(await hold(story, team, "g", 1)).toMatchObject({ allowed: false });
  });

  test("of a middle level count only what is below it, next to those of each account and of the whole", async () => {
    const { story, root, sales, support, team } = await company();
    const whole = await limit(story, root, { amount: "100.00" });
    const middle = await limit(story, sales, { amount: "50.00" });
    const own = await limit(story, team, { amount: "20.00", appliesTo: "account" });
    expect(await hold(story, team, "a", 21)).toMatchObject({ allowed: false, spendLimitId: own.id });
    expect(await hold(story, team, "b", 20)).toMatchObject({ allowed: true });
    expect(await hold(story, sales, "c", 31)).toMatchObject({ allowed: false, spendLimitId: middle.id });
    expect(await hold(story, sales, "d", 30)).toMatchObject({ allowed: true });
    expect(await hold(story, support, "e", 51)).toMatchObject({ allowed: false, spendLimitId: whole.id });
    expect(await hold(story, support, "f", 50)).toMatchObject({ allowed: true });
    expect(await uses(story, team)).toMatchObject([
      { id: whole.id, held: "100.00" },
      { id: middle.id, held: "50.00" },
      { id: own.id, held: "20.00" },
    ]);
    expect(await uses(story, support)).toMatchObject([{ id: whole.id, held: "100.00" }]);
  });

  test("of a metric or product count only its usage, in their currency", async () => {
    const { story, root, sales, support } = await company();
    const price = await story.usage("Images", { unit: "2" });
    await story.subscribe({ prices: [price], account: support });
    const { metricIds } = await story.api.get<{ metricIds: string[] }>(`/prices/${price}`);
    await limit(story, root, { amount: "10.00", metricId: metricIds[0] });
    expect(await hold(story, sales, "a", 1000)).toMatchObject({ allowed: true });
    const images = (uniqueId: string, quantity: number) =>
      story.api.post<Answer>(`/accounts/${support}/credit/hold`, {
        uniqueId,
        events: [{ eventName: "images", properties: { quantity } }],
      });
    expect(await images("b", 6)).toMatchObject({ allowed: false, reason: "spend_limit" });
    expect(await images("c", 5)).toMatchObject({ allowed: true });
  });

  test("begin again when the last account's period begins, in whatever time zone", async () => {
    const { story, root, team, support } = await company();
    await story.api.patch(`/accounts/${support}`, { timezone: "Asia/Tokyo" });
    await limit(story, root, { amount: "100", enforcement: "soft", notifyAt: [80] });
    await use(story, team, 85);
    expect(await toldSpendLimits(story)).toEqual(["2026-01-01 80 % at 85.00 of 100.00"]);
    // In Tokyo it is February, elsewhere January.
    await story.use("tokens", 1, "2026-01-31T16:00:00.000Z", support);
    expect(await toldSpendLimits(story)).toHaveLength(2);
    await story.advanceTo("2026-02-02");
    await story.use("tokens", 80, "2026-02-02", team);
    const told = await toldSpendLimits(story);
    expect(told.slice(2)).toEqual(["2026-02-01 80 % at 81.00 of 100.00"]);
  });

  test("notify once, whichever account spends", async () => {
    const { story, root, support, team } = await company();
    await limit(story, root, { amount: "100", enforcement: "soft", notifyAt: [50, 80] });
    await use(story, team, 49);
    expect(await toldSpendLimits(story)).toEqual([]);
    await use(story, support, 1);
    expect(await toldSpendLimits(story)).toEqual(["2026-01-01 50 % at 50.00 of 100.00"]);
    await use(story, support, 30);
    await use(story, team, 30);
    expect(await toldSpendLimits(story)).toEqual([
      "2026-01-01 50 % at 50.00 of 100.00",
      expect.stringMatching(/^2026-01-01 80 % at (80|110)\.00 of 100\.00$/),
    ]);
    // Accounts that a soft limit counts are refused nothing.
    expect(await hold(story, team, "a", 1000)).toMatchObject({ allowed: true });
  });

  test("follow accounts that join and leave", async () => {
    const { story, root, sales, support, team } = await company();
    await place(story, support, null);
    await use(story, support, 60);
    await limit(story, root, { amount: "100.00", notifyAt: [50] });
    expect(await hold(story, team, "a", 45)).toMatchObject({ allowed: true });
    expect(await uses(story, support)).toEqual([]);
    expect(await toldSpendLimits(story)).toEqual([]);
    // It brings the usage of the period, which is told at once, and may pass the limit.
    await place(story, support, root);
    expect(await toldSpendLimits(story)).toEqual(["2026-01-01 50 % at 60.00 of 100.00"]);
    expect(await uses(story, root)).toMatchObject([{ spent: "60.00", held: "45.00", remaining: "0.00" }]);
    expect(await hold(story, sales, "b", 1)).toMatchObject({ allowed: false, reason: "spend_limit" });
    await place(story, sales, null);
    // The team leaves with its department.
    expect(await hold(story, sales, "b", 1)).toMatchObject({ allowed: true });
    expect(await hold(story, team, "c", 1000)).toMatchObject({ allowed: true });
    expect(await uses(story, root)).toMatchObject([{ spent: "60.00", held: "0.00", remaining: "40.00" }]);
  });
});

describe("the family of an account (R-FAM-1)", () => {
  test("is shown from its root, for each of its accounts", async () => {
    const { story, root, sales, support, team } = await company();
    const name = (await story.api.get<{ name: string }>(`/accounts/${root}`)).name;
    const accounts = [
      { id: root, name, parentId: null, level: 1 },
      { id: sales, name: "Sales", parentId: root, level: 2 },
      { id: support, name: "Support", parentId: root, level: 2 },
      { id: team, name: "Team", parentId: sales, level: 3 },
    ];
    const family = (account: string) => story.api.get(`/accounts/${account}/family`);
    expect(await family(team)).toEqual({ accountId: team, parentId: sales, rootId: root, accounts });
    expect(await family(root)).toEqual({ accountId: root, parentId: null, rootId: root, accounts });
    expect(await place(story, sales, null)).toEqual({
      accountId: sales,
      parentId: null,
      rootId: sales,
      accounts: [
        { id: sales, name: "Sales", parentId: null, level: 1 },
        { id: team, name: "Team", parentId: sales, level: 2 },
      ],
    });
    const alone = await story.account({ name: "Alone", aliases: ["alone"] });
    expect(await family("alone")).toEqual({
      accountId: alone,
      parentId: null,
      rootId: alone,
      accounts: [{ id: alone, name: "Alone", parentId: null, level: 1 }],
    });
  });

  test("refuses what would not be a family, and changes nothing", async () => {
    const { story, root, sales, support, team } = await company();
    const faults = async (account: string, parentId: string) => {
      const { status, body } = await story.api.request("PATCH", `/accounts/${account}/family`, { body: { parentId } });
      return [
        status,
        ...(body as unknown as { errors: { pointer: string; code: string }[] }).errors.map(({ code }) => code),
      ];
    };
    expect(await faults(root, root)).toEqual([422, "own_parent"]);
    expect(await faults(root, team)).toEqual([422, "below_itself"]);
    expect(await faults(support, team)).toEqual([422, "too_deep"]);
    expect(await faults(sales, support)).toEqual([422, "too_deep"]);
    expect(await faults(support, "acct_nowhere")).toEqual([422, "unknown_account"]);
    const real = await story.account({ name: "Real", testClockId: null });
    expect(await faults(real, root)).toEqual([422, "other_clock"]);
    expect(await story.api.get(`/accounts/${team}/family`)).toMatchObject({ parentId: sales, rootId: root });
    const { status } = await story.api.request("PATCH", "/accounts/acct_nowhere/family", { body: { parentId: null } });
    expect(status).toBe(404);
  });

  test("is audited", async () => {
    const { story, sales, root } = await company();
    await place(story, sales, null);
    await place(story, sales, null);
    const { items } = await story.api.get<{ items: { action: string; changes: unknown }[] }>(
      `/audit?objectId=${sales}&limit=100`,
    );
    const moves = items.filter(({ action }) => action === "account_family.updated");
    expect(moves.map(({ changes }) => changes)).toEqual([
      { parentId: { before: root, after: null } },
      { parentId: { before: null, after: root } },
    ]);
  });
});
