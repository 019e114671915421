import { scenario, type Story } from "@counterfoil/testkit/scenario";
import { expect, test } from "vitest";

interface Answer {
  allowed: boolean;
  reason: string | null;
  holdId: string;
  amount: string;
  available: string;
  overage: string;
  errors?: { pointer: string; code: string }[];
}

interface Credit {
  balances: { running: string; held: string; available: string; creditLine: { owed: string } | null }[];
  spendLimits: { spent: string; held: string; remaining: string; periodStart: string | null }[];
}

/** Sends a credit call, and returns its answer with the status. */
async function call({ api, accountId }: Story, name: string, body: object): Promise<Answer & { status: number }> {
  const answer = await api.request<Answer>("POST", `/accounts/${accountId}/credit/${name}`, { body });
  return { ...answer.body, status: answer.status };
}

const tokens = (quantity: number, properties: object = {}) => ({
  eventName: "tokens",
  properties: { quantity, ...properties },
});

const hold = (story: Story, uniqueId: string, quantity: number, more: object = {}) =>
  call(story, "hold", { uniqueId, events: [tokens(quantity)], ...more });

const settle = (story: Story, holdId: string, quantity: number, timestamp?: string) => {
  const event = { uniqueId: `of ${holdId} ${timestamp ?? ""}`, account: story.accountId, ...tokens(quantity) };
  return call(story, "settle", { holdId, events: [{ ...event, ...(timestamp === undefined ? {} : { timestamp }) }] });
};

const credit = ({ api, accountId }: Story) => api.get<Credit>(`/accounts/${accountId}/credit`);

const grant = ({ api, accountId }: Story, amount: string) =>
  api.post(`/accounts/${accountId}/credit-grants`, { amount });

/** Total and paid by credit of each invoice that costs something. */
const billed = async (story: Story) =>
  (await story.invoices())
    .filter(({ total }) => total !== "0.00")
    .map(({ total, creditsApplied }) => [total, creditsApplied]);

const faults = ({ status, errors = [] }: Answer & { status: number }) => [
  status,
  ...errors.map(({ pointer, code }) => `${pointer} ${code}`),
];

/** An account that pays 1.00 for a token from 2026-01-01. */
async function tokenStory(graceHours: number, settings: object = {}): Promise<Story> {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", graceHours });
  await story.subscribe({ prices: [await story.usage("Tokens", { unit: "1" })] });
  await story.api.request("PATCH", `/accounts/${story.accountId}/credit-settings`, { body: settings });
  return story;
}

test("a hold that is open when its period is issued still takes from the grant (R-CREDIT-1)", async () => {
  const story = await tokenStory(0, { settleAboveHeld: "refuse" });
  await grant(story, "10.00");
  await story.advanceTo("2026-01-31T23:50:00Z");
  const first = await hold(story, "a", 10, { expiresInSeconds: 3_600 });
  expect(first).toMatchObject({ allowed: true, amount: "10.00", available: "0.00" });
  await story.advanceTo("2026-02-01T00:05:00Z");
  expect((await credit(story)).balances).toMatchObject([{ running: "0.00", held: "10.00", available: "0.00" }]);
  expect(await hold(story, "b", 10)).toMatchObject({ allowed: false, reason: "insufficient_credit" });
  expect(await settle(story, first.holdId, 10)).toMatchObject({ amount: "10.00", overage: "0.00", available: "0.00" });
  await story.advanceTo("2026-03-01T00:05:00Z");
  expect(await billed(story)).toEqual([["10.00", "10.00"]]);
});

test("a hold that is open when its period ends still counts toward a hard limit, also within the grace (R-CREDIT-2)", async () => {
  const story = await tokenStory(48, { creditLine: "100000", settleAboveHeld: "refuse" });
  const limit = { amount: "100.00", enforcement: "hard" };
  await story.api.post("/spend-limits", { accountId: story.accountId, ...limit });
  await story.advanceTo("2026-01-31T23:50:00Z");
  expect(await hold(story, "a", 100, { expiresInSeconds: 3_600 })).toMatchObject({ allowed: true });
  await story.advanceTo("2026-02-01T00:05:00Z");
  expect((await credit(story)).spendLimits).toMatchObject([{ spent: "0.00", held: "100.00", remaining: "0.00" }]);
  expect(await hold(story, "b", 1)).toMatchObject({ allowed: false, reason: "spend_limit" });
});

test("only prices in force count: neither contracts that begin later or have ended, nor versions that were replaced (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "USD", graceHours: 0 });
  const price = await story.usage("Tokens", { unit: "1" });
  const images = await story.usage("Images", { unit: "1" });
  const { id } = await story.subscribe({ prices: [price] });
  await grant(story, "1000.00");
  const product = (await story.api.get<{ productId: string }>(`/prices/${price}`)).productId;
  const euros = await story.api.post("/prices", {
    productId: product,
    currency: "EUR",
    billingInterval: "monthly",
    unitPricingModel: { pricePerUnit: { value: "1" } },
  });
  await story.subscribe({ prices: [euros.id], contractStartDate: "2026-06-01", currency: "EUR" });
  expect(await call(story, "check", { events: [tokens(5)] })).toMatchObject({ allowed: true, amount: "5.00" });
  await story.version(id, "2026-02-01", [images]);
  const image = { eventName: "images", properties: { quantity: 1 } };
  expect(faults(await call(story, "check", { events: [image] }))).toEqual([422, "/events/0/eventName not_priced"]);
  await story.advanceTo("2026-02-01T12:00:00Z");
  expect(faults(await hold(story, "a", 5))).toEqual([422, "/events/0/eventName not_priced"]);
  expect(await call(story, "check", { events: [image] })).toMatchObject({ allowed: true, amount: "1.00" });
});

test("an event that the filters of a metric leave out is not priced (R-CREDIT-1)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR" });
  const large = { operator: "and" as const, filters: [{ field: "model", operator: "equal" as const, value: "large" }] };
  await story.subscribe({ prices: [await story.usage("Tokens", { unit: "1" }, { filters: [large] })] });
  await grant(story, "10.00");
  const check = (model: string) => call(story, "check", { events: [tokens(5, { model })] });
  expect(await check("large")).toMatchObject({ status: 200, allowed: true, amount: "5.00" });
  expect(faults(await check("small"))).toEqual([422, "/events/0/eventName not_priced"]);
});

test("usage of a contract that ended within the period still counts toward a limit while its invoice is a draft (R-CREDIT-2)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", graceHours: 240 });
  const first = await story.subscribe({ prices: [await story.usage("Tokens", { unit: "1" })] });
  await story.subscribe({ prices: [await story.usage("Images", { unit: "1" })] });
  await story.api.patch(`/accounts/${story.accountId}/credit-settings`, { creditLine: "100000" });
  const limit = { amount: "100.00", enforcement: "hard" };
  await story.api.post("/spend-limits", { accountId: story.accountId, ...limit });
  await story.use("tokens", 100, "2026-01-02T00:00:00Z");
  const spent = async () => (await credit(story)).spendLimits.map((one) => [one.spent, one.remaining]);
  expect(await spent()).toEqual([["100.00", "0.00"]]);
  await story.act(first.id, "cancel", { effective: "2026-01-03" });
  await story.advanceTo("2026-01-03T12:00:00Z");
  expect((await story.invoices()).map(({ status, total }) => [status, total])).toEqual([["draft", "100.00"]]);
  expect(await spent()).toEqual([["100.00", "0.00"]]);
  const images = { uniqueId: "i", events: [{ eventName: "images", properties: { quantity: 1 } }] };
  expect(await call(story, "hold", images)).toMatchObject({ allowed: false, reason: "spend_limit" });
  await story.advanceTo("2026-02-01T12:00:00Z");
  expect(await spent()).toEqual([["0.00", "100.00"]]);
});

test("a limit has no period after the only contract ended, also while its invoice is a draft (R-CREDIT-2)", async () => {
  const story = await scenario({ start: "2026-01-01", currency: "EUR", graceHours: 2_400 });
  const { id } = await story.subscribe({ prices: [await story.usage("Tokens", { unit: "1" })] });
  await story.api.post("/spend-limits", { accountId: story.accountId, amount: "100.00", enforcement: "hard" });
  await story.use("tokens", 10, "2026-01-02T00:00:00Z");
  await story.act(id, "cancel", { effective: "2026-01-03" });
  const period = async () => (await credit(story)).spendLimits.map(({ spent, periodStart }) => [spent, periodStart]);
  await story.advanceTo("2026-01-03T12:00:00Z");
  expect(await period()).toEqual([["10.00", "2026-01-01"]]);
  await story.advanceTo("2026-02-01T12:00:00Z");
  expect(await period()).toEqual([["0.00", null]]);
});

test("settled events of an invoiced period, or of the next one, count as usage of now (R-CREDIT-1)", async () => {
  const story = await tokenStory(0, { settleAboveHeld: "refuse" });
  await grant(story, "1000.00");
  await story.advanceTo("2026-01-31T23:58:00Z");
  const ahead = await hold(story, "a", 10);
  expect(faults(await settle(story, ahead.holdId, 500, "2026-02-01T00:01:00Z"))).toEqual([422, "/events above_held"]);
  expect(await settle(story, ahead.holdId, 10, "2026-02-01T00:01:00Z")).toMatchObject({ amount: "10.00" });
  await story.advanceTo("2026-02-01T00:05:00Z");
  const late = await hold(story, "b", 10);
  expect(faults(await settle(story, late.holdId, 500, "2026-01-31T23:59:00Z"))).toEqual([422, "/events above_held"]);
  expect(await settle(story, late.holdId, 10, "2026-01-31T23:59:00Z")).toMatchObject({ amount: "10.00" });
  expect(await settle(story, (await hold(story, "c", 10)).holdId, 7, "2026-02-01T00:02:00Z")).toMatchObject({
    amount: "7.00",
  });
  await story.advanceTo("2026-03-01T00:05:00Z");
  expect(await billed(story)).toEqual([["27.00", "27.00"]]);
});

test("settled events of a period in its grace count in it (R-CREDIT-1)", async () => {
  const story = await tokenStory(48);
  await grant(story, "1000.00");
  await story.use("tokens", 1, "2026-01-31T23:00:00Z");
  await story.advanceTo("2026-02-01T00:05:00Z");
  const held = await hold(story, "a", 10);
  expect(await settle(story, held.holdId, 10, "2026-01-31T23:59:00Z")).toMatchObject({ amount: "10.00" });
  await story.advanceTo("2026-02-04T00:00:00Z");
  expect((await story.invoices()).map(({ total }) => total)).toEqual(["11.00"]);
});

test("no credit is topped up while a top-up is overdue (R-INV-8)", async () => {
  const story = await tokenStory(48, { topUp: { threshold: "5.00", amount: "100.00", grantsOn: "issue" } });
  await grant(story, "10.00");
  const topUps = async () => (await story.invoices()).filter(({ total }) => total === "100.00");
  await story.use("tokens", 10, "2026-01-02T00:00:00Z");
  await story.advanceTo("2026-01-03");
  expect((await topUps()).map(({ status }) => status)).toEqual(["issued"]);
  await story.advanceTo("2026-03-10");
  expect((await topUps()).map(({ status }) => status)).toEqual(["overdue"]);
  await story.use("tokens", 95, "2026-03-10T12:00:00Z");
  await story.advanceTo("2026-03-12");
  const [first, ...others] = await topUps();
  expect(others).toEqual([]);
  await story.api.post(`/invoices/${first?.id}/payments`, { amount: "100.00", method: "bank_transfer" });
  expect(await hold(story, "a", 50)).toMatchObject({ allowed: false });
  await story.advanceTo("2026-03-13");
  expect((await topUps()).map(({ status }) => status)).toEqual(["paid", "issued"]);
});

test("writing off an invoice does not renew a credit line (R-CREDIT-1)", async () => {
  const story = await tokenStory(0, { creditLine: "100.00" });
  await story.use("tokens", 100, "2026-01-02T00:00:00Z");
  await story.advanceTo("2026-02-02");
  const [invoice] = await story.invoices();
  const owed = async () => (await credit(story)).balances.map(({ creditLine }) => creditLine?.owed);
  expect(await owed()).toEqual(["100.00"]);
  await story.api.post(`/invoices/${invoice?.id}/mark-uncollectible`);
  expect(await owed()).toEqual(["100.00"]);
  expect(await hold(story, "a", 1)).toMatchObject({ allowed: false, reason: "insufficient_credit" });
});
