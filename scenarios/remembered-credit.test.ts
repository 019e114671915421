import { foldAllIncrements, openDatabase } from "@counterfoil/storage";
import { scenario, type Story } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { expect, test } from "vitest";

// R-CREDIT-1: a server remembers what rarely changes of an account. Each change shows in the next call, and in what it answers
// as if nothing were remembered: by an alias for which it has not been asked before.

const EXPECTED = { eventName: "tokens", properties: { quantity: 10 } };
const EVENTS = [EXPECTED];
const ALIASES = Array.from({ length: 40 }, (_, place) => `alias-${place}`);

async function begin(): Promise<Story> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", graceHours: 24 });
  const price = await story.usage("Tokens", { graduated: "0–100 @0.40, 101+ @0.20" });
  await story.subscribe({ prices: [price] });
  await story.api.patch(`/accounts/${story.accountId}`, { aliases: ALIASES });
  await story.api.post(`/accounts/${story.accountId}/credit-grants`, { amount: "100.00" });
  return story;
}

async function foldUsage({ environment, organizationId }: Story): Promise<void> {
  const database = openDatabase(environment.database.appUrl);
  try {
    await database.transaction(organizationId, foldAllIncrements);
  } finally {
    await database.close();
  }
}

test("every change of an account shows in the next answer (R-CREDIT-1)", async () => {
  const story = await begin();
  const { api, accountId } = story;
  let asked = 0;
  const ask = async (account: string) => ({
    credit: await api.get(`/accounts/${account}/credit`),
    check: await api.post(`/accounts/${account}/credit/check`, { events: EVENTS }),
  });
  let before = await ask(accountId);
  const changed: string[] = [];
  const unchanged: string[] = [];
  async function after(name: string, change: () => Promise<unknown>): Promise<void> {
    await change();
    const now = await ask(accountId);
    expect(now, name).toEqual(await ask(ALIASES[asked++] ?? ""));
    (JSON.stringify(now) === JSON.stringify(before) ? unchanged : changed).push(name);
    before = now;
  }
  const path = `/accounts/${accountId}`;
  const event = { uniqueId: "e-1", account: accountId, ...EXPECTED };
  const grant = { id: "" };
  const timestamp = story.instant("2026-01-01T00:00");
  await after("an event", () => story.send([{ ...event, timestamp }]));
  await after("folding", () => foldUsage(story));
  await after("an event in the same quarter", () => story.send([{ ...event, timestamp, uniqueId: "e-2" }]));
  await after("an amendment", () => api.post("/events/e-2/amend", { properties: { quantity: 25 } }));
  await after("folding what was amended", () => foldUsage(story));
  await after("a voided event", () => api.post("/events/e-1/void", {}));
  await after("a hold", () => api.post(`${path}/credit/hold`, { uniqueId: "h-1", events: EVENTS }));
  await after("a settlement", async () => {
    const { holdId } = await api.post<{ holdId: string }>(`${path}/credit/hold`, { uniqueId: "h-1", events: EVENTS });
    await api.post(`${path}/credit/settle`, { holdId, events: [{ ...event, uniqueId: "e-3" }] });
  });
  await after("a grant", async () => Object.assign(grant, await api.post(`${path}/credit-grants`, { amount: "7.00" })));
  await after("a void grant", () => api.post(`/credit-grants/${grant.id}/void`, { reason: "mistake" }));
  await after("a credit line", () => api.patch(`${path}/credit-settings`, { creditLine: "50.00" }));
  await after("a spend limit", () => api.post("/spend-limits", { accountId, amount: "20.00", enforcement: "hard" }));
  const [parent, above] = [await story.account(), await story.account()];
  const family = { appliesTo: "family", amount: "15.00", enforcement: "hard" };
  const ofParent = await api.post("/spend-limits", { ...family, accountId: parent });
  await api.post("/spend-limits", { ...family, accountId: above });
  await after("a parent with a limit", () => api.patch(`${path}/family`, { parentId: parent }));
  await after("the parent's parent", () => api.patch(`/accounts/${parent}/family`, { parentId: above }));
  await after("a changed limit of the family", () => api.patch(`/spend-limits/${ofParent.id}`, { amount: "14.00" }));
  await after("a limit of the family", () => api.post("/spend-limits", { ...family, accountId: above }));
  await after("usage of another account of the family", async () => {
    const price = await story.usage("Images", { unit: "3.00" }, { event: "images" });
    await story.subscribe({ prices: [price], account: parent });
    await story.use("images", 1, "2026-01-01", parent);
  });
  await after("no parent", () => api.patch(`${path}/family`, { parentId: null }));
  await after("a tax rate", async () => {
    await api.post("/tax-rates", { name: "VAT", percentage: "19", country: "DE" });
    await api.patch(path, { taxCountry: "DE" });
  });
  await after("another contract", async () => {
    const price = await story.usage("More tokens", { unit: "0.11" }, { event: "tokens" });
    await story.subscribe({ prices: [price] });
  });
  await after("the next month", () => story.advanceTo("2026-02-01T06:00"));
  await after("an issued invoice", () => story.advanceTo("2026-02-05"));
  expect(unchanged).toEqual(["folding", "folding what was amended"]);
  expect(changed).toHaveLength(20);
}, 120_000);

test("every change of an account's draft shows in the next answer (R-CREDIT-1, R-INV-9)", async () => {
  const story = await begin();
  const { api, accountId } = story;
  const event = { account: accountId, ...EXPECTED };
  await story.advanceTo("2026-01-15");
  await story.send([{ ...event, uniqueId: "e-1", timestamp: story.instant("2026-01-10T00:00") }]);
  await story.advanceTo("2026-02-01T06:00");
  const [draft] = await story.invoices();
  let asked = 0;
  const running = async () => {
    const answers: unknown[] = [];
    for (const account of [accountId, accountId, ALIASES[asked++] ?? ""]) {
      const { balances } = await api.get<{ balances: { running: string }[] }>(`/accounts/${account}/credit`);
      answers.push(balances[0]?.running);
    }
    expect(new Set(answers).size, String(answers)).toBe(1);
    return answers[0];
  };
  expect(await running()).toBe("4.00");
  await story.send([{ ...event, uniqueId: "e-2", timestamp: story.instant("2026-01-20T00:00") }]);
  expect(await running(), "late usage of the draft").toBe("8.00");
  await story.send([{ ...event, uniqueId: "e-3", timestamp: story.instant("2026-02-01T05:00") }]);
  expect(await running(), "usage of the open period").toBe("12.00");
  await api.post("/events/e-1/void", {});
  expect(await running(), "a voided event of the draft").toBe("8.00");
  await api.post(`/invoices/${draft?.id}/issue`, {});
  expect(await running(), "the issued draft").toBe("4.00");
}, 120_000);

test("usage that is counted from events is counted anew for each call (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const people = { event: "login", measure: "count_unique person" };
  await story.subscribe({ prices: [await story.usage("People", { unit: "1.00" }, people)] });
  const path = `/accounts/${story.accountId}`;
  await story.api.post(`${path}/credit-grants`, { amount: "100.00" });
  const event = (person: string) => ({ eventName: "login", properties: { person } });
  const check = (person: string) => story.api.post(`${path}/credit/check`, { events: [event(person)] });
  const sent = { account: story.accountId, timestamp: story.instant("2026-01-01T00:00") };
  const send = (person: string) => story.send([{ ...sent, uniqueId: person, ...event(person) }]);
  expect([await check("ada"), await check("ada")]).toMatchObject([{ amount: "1.00" }, { available: "100.00" }]);
  await send("ada");
  expect(await check("ada")).toMatchObject({ amount: "0.00", available: "99.00" });
  await send("bob");
  expect(await check("cy")).toMatchObject({ amount: "1.00", available: "98.00" });
  const held = await story.api.post<{ holdId: string }>(`${path}/credit/hold`, {
    uniqueId: "h",
    events: [event("cy")],
  });
  expect(held).toMatchObject({ amount: "1.00", available: "97.00" });
  await send("cy");
  expect(await story.api.get(`${path}/credit`)).toMatchObject({ balances: [{ running: "3.00", held: "0.00" }] });
  const settled = { holdId: held.holdId, events: [{ ...sent, uniqueId: "s", ...event("dee") }] };
  const answer = await story.api.post(`${path}/credit/settle`, settled);
  expect(answer).toMatchObject({ amount: "1.00", available: "96.00" });
  expect(await check("dee")).toMatchObject({ amount: "0.00", available: "96.00" });
});

test("a call of an unknown account is refused, also together with others (R-CREDIT-1)", async () => {
  const { api, accountId } = await begin();
  const hold = (account: string, uniqueId: string) =>
    api.request("POST", `/accounts/${account}/credit/hold`, { body: { uniqueId, events: EVENTS } });
  const outcomes = await Promise.all([
    hold(accountId, "a"),
    hold("acct_unknown", "b"),
    hold(ALIASES[0] ?? "", "c"),
    hold(accountId, "a"),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
  const credit = await api.get<{ balances: { held: string }[] }>(`/accounts/${accountId}/credit`);
  // 20 × 0.40: the call that was sent twice holds once.
  expect(credit.balances[0]?.held).toBe("8.00");
});

test("increments of usage count in whatever order they are committed, and when they are folded (R-CREDIT-1)", async () => {
  const story = await begin();
  const { api, accountId } = story;
  const timestamp = story.instant("2026-01-01T00:00");
  let asked = 0;
  const running = async () => {
    const answers: unknown[] = [];
    for (const account of [accountId, ALIASES[asked++] ?? ""]) {
      const { balances } = await api.get<{ balances: { running: string }[] }>(`/accounts/${account}/credit`);
      answers.push(balances[0]?.running);
    }
    expect(new Set(answers).size, String(answers)).toBe(1);
    return answers[0];
  };
  await story.send([{ account: accountId, ...EXPECTED, uniqueId: "e-1", timestamp }]);
  const once = Number(await running());
  expect(once).toBeGreaterThan(0);
  const owner = new pg.Client({ connectionString: story.environment.database.ownerUrl });
  await owner.connect();
  // As if another process had committed an earlier batch late.
  const addEarlier = (sequence: number) =>
    owner.query(
      `insert into usage_increment (organization_number, account_id, last_sequence, totals)
       select organization_number, account_id, $2, totals from usage_increment where account_id = $1 order by last_sequence desc limit 1`,
      [accountId, sequence],
    );
  await addEarlier(0);
  expect(Number(await running())).toBeCloseTo(once * 2, 6);
  await addEarlier(-1);
  expect(Number(await running())).toBeCloseTo(once * 3, 6);
  await story.send([{ account: accountId, ...EXPECTED, uniqueId: "e-2", timestamp }]);
  expect(Number(await running())).toBeCloseTo(once * 4, 6);
  await foldUsage(story);
  expect(Number(await running())).toBeCloseTo(once * 4, 6);
  await owner.end();
}, 120_000);
